public import DaybookCore

extension BaseTotals {
    /// Which rates are missing, for people; empty if none is.
    public var missingText: String {
        missing.map { "no rate from \($0.currency.code) to \(base.code) by \($0.day.text)" }.joined(separator: ", ")
    }

    /// The members of an object that say it.
    public func append(to json: inout JSONWriter) {
        json.key("missing")
        json.beginArray()
        for hole in missing {
            json.beginObject()
            json.key("currency")
            json.string(hole.currency.code)
            json.key("day")
            json.string(hole.day.text)
            json.endObject()
        }
        json.endArray()
    }
}
