import DaybookCore

extension PayeeSums {
    /// Each payee with its other names, how many entries show it, and what came in and went out.
    public var json: JSONWriter {
        var json = JSONWriter()
        json.beginArray()
        for line in all {
            json.beginObject()
            json.key("id")
            if let id = line.payee?.id { json.id(id) } else { json.null() }
            json.key("name")
            if let payee = line.payee { json.string(payee.name) } else { json.null() }
            json.key("names")
            json.beginArray()
            for name in others(of: line) { json.string(name) }
            json.endArray()
            json.key("entries")
            json.integer(Int64(line.count))
            for (name, sums) in [("income", line.totals.income), ("expense", line.totals.expense)]
                as [(StaticString, Sums)]
            {
                json.key(name)
                json.beginArray()
                for sum in sums.all {
                    json.beginObject()
                    json.key("amount")
                    json.string(sum.number)
                    json.key("currency")
                    json.string(sum.currency.code)
                    json.endObject()
                }
                json.endArray()
            }
            json.endObject()
        }
        json.endArray()
        return json
    }

    /// The same as `json`, for a table: a line for each payee and currency.
    public var csv: [UInt8] {
        var bytes: [UInt8] = []
        CSVTable.append(["id", "name", "names", "entries", "currency", "income", "expense"], to: &bytes)
        for line in all {
            let names = others(of: line).joined(separator: "; ")
            let currencies = line.totals.currencies.map { Optional($0) }
            for currency in currencies.isEmpty ? [nil] : currencies {
                func number(_ sums: Sums) -> String { currency.flatMap { sums[$0] }?.number ?? "" }
                CSVTable.append(
                    [
                        line.payee?.id?.text ?? "", line.payee?.name ?? "", names, "\(line.count)",
                        currency?.code ?? "",
                        number(line.totals.income), number(line.totals.expense),
                    ], to: &bytes)
            }
        }
        return bytes
    }
}
