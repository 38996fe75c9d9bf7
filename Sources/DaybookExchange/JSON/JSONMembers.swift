/// The members of a JSON object that came from outside. One of another kind than it has to be is an error that names
/// it.
public struct JSONMembers {
    private let members: [String: JSONValue]

    /// - Parameters:
    ///   - noun: what the object is to be, such as "An entry".
    ///   - example: one, for a client that sent something else.
    public init(_ json: JSONValue, _ noun: String, example: String) throws(InputError) {
        guard case .object(let members) = json else {
            throw InputError(nil, "\(noun) has to be an object such as \(example). This is \(json.kind).")
        }
        self.members = members
    }

    /// The one of two names for the same that is there. A client that sends both says the same with them.
    func name(_ name: String, or other: String?) throws(InputError) -> String {
        guard let other, let value = members[other] else { return name }
        guard let own = members[name] else { return other }
        guard own == value else {
            throw InputError(
                name,
                "The members \(name) and \(other) are two names of one thing, and say two things here. Send one of them."
            )
        }
        return name
    }

    /// The string of this name; nil if there is no such member.
    public func text(_ name: String) throws(InputError) -> String? {
        try value(name, "a string") { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Does the same as `text`, where null says that there is none.
    ///
    /// - Parameter orNumber: whether a whole number is as good as its digits.
    public func nullableText(_ name: String, orNumber: Bool = false) throws(InputError) -> String?? {
        if case .null = members[name] { return .some(nil) }
        if orNumber, case .number(let number)? = members[name], let whole = Int(exactly: number) {
            return .some("\(whole)")
        }
        return try text(name).map { .some($0) }
    }

    /// Does the same as `texts`, where null says that there are none.
    func nullableTexts(_ name: String) throws(InputError) -> [String]?? {
        if case .null = members[name] { return .some(nil) }
        return try texts(name).map { .some($0) }
    }

    /// The elements of an array of objects; null says that there are none.
    func nullableObjects(_ name: String) throws(InputError) -> [JSONValue]?? {
        if case .null = members[name] { return .some(nil) }
        let found: [JSONValue]? = try value(name, "an array of objects") { json in
            guard case .array(let elements) = json else { return nil }
            return elements.allSatisfy { if case .object = $0 { true } else { false } } ? elements : nil
        }
        return found.map { .some($0) }
    }

    func bool(_ name: String) throws(InputError) -> Bool? {
        try value(name, "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
    }

    func number(_ name: String) throws(InputError) -> Double? {
        try value(name, "a number") { if case .number(let number) = $0 { number } else { nil } }
    }

    func texts(_ name: String) throws(InputError) -> [String]? {
        try value(name, "an array of strings") { json in
            guard case .array(let elements) = json else { return nil }
            var texts: [String] = []
            for case .string(let text) in elements { texts.append(text) }
            return texts.count == elements.count ? texts : nil
        }
    }

    private func value<Value>(
        _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
    ) throws(InputError) -> Value? {
        guard let json = members[name] else { return nil }
        guard let value = read(json) else {
            throw InputError(name, "The member \(name) is \(json.kind). It has to be \(wanted).")
        }
        return value
    }
}
