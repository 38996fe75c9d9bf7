import DaybookCore

/// The members of an object in a program's file. Null is as good as absent.
struct ProgramMembers {
    let all: [String: JSONValue]

    /// Nil for anything but an object.
    init?(_ json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        all = members.filter { $0.value != .null }
    }

    /// - Parameter noun: what the object would be, such as “a task”.
    init(_ json: JSONValue, _ noun: String) throws(InputError) {
        guard let members = ProgramMembers(json) else {
            throw InputError("\(noun) has to be an object. This is \(json.kind).")
        }
        self = members
    }

    func has(_ name: String) -> Bool { all[name] != nil }

    /// The names of members beside some that say something, in order.
    func others(than known: Set<String>) -> [String] {
        all.filter { !known.contains($0.key) && Self.says($0.value) }.map(\.key).sorted()
    }

    /// Tells whether a value is another one than programs write where there is nothing.
    private static func says(_ value: JSONValue) -> Bool {
        switch value {
        case .null: false
        case .bool(let bool): bool
        case .number(let number): number != 0
        case .string(let text): !text.isBlank && !text.begins(with: "0001-01-01T")
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        }
    }

    func text(_ name: String) throws(InputError) -> String? {
        try value(name, "a string") { if case .string(let text) = $0 { text } else { nil } }
    }

    func bool(_ name: String) throws(InputError) -> Bool? {
        try value(name, "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
    }

    func integer(_ name: String) throws(InputError) -> Int64? {
        try value(name, "a whole number") { if case .number(let number) = $0 { Int64(exactly: number) } else { nil } }
    }

    func array(_ name: String) throws(InputError) -> [JSONValue]? {
        try value(name, "an array") { if case .array(let elements) = $0 { elements } else { nil } }
    }

    func object(_ name: String) throws(InputError) -> ProgramMembers? {
        try value(name, "an object") { ProgramMembers($0) }
    }

    /// The objects of an array. Empty where the member is absent.
    func objects(_ name: String) throws(InputError) -> [ProgramMembers] {
        try value(name, "an array of objects") { json in
            guard case .array(let elements) = json else { return nil }
            let objects = elements.compactMap { ProgramMembers($0) }
            return objects.count == elements.count ? objects : nil
        } ?? []
    }

    /// The strings of an array. Empty where the member is absent.
    func texts(_ name: String) throws(InputError) -> [String] {
        try value(name, "an array of strings") { json in
            guard case .array(let elements) = json else { return nil }
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == elements.count ? texts : nil
        } ?? []
    }

    /// The moment that a member spells in the form of RFC 3339; nil where there is none.
    func time(_ name: String) throws(InputError) -> Timestamp? {
        guard let text = try text(name), !text.isBlank else { return nil }
        guard let time = WrittenMoment(text.trimmed)?.time else {
            throw .date(text, name, example: "2026-11-21T09:30:00Z")
        }
        return time
    }

    private func value<Value>(
        _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
    ) throws(InputError) -> Value? {
        guard let json = all[name] else { return nil }
        guard let value = read(json) else {
            let found = if case .number = json, wanted.hasSuffix("number") { "another number" } else { json.kind }
            throw InputError(name, "its \(name) is \(found), and has to be \(wanted).")
        }
        return value
    }
}

extension JSONValue {
    /// Reads what the file of a program is.
    init(_ bytes: [UInt8], of format: ProgramFile.Format) throws(InputError) {
        let (text, encoding) = try TextEncoding.decode(bytes)
        guard encoding != .windows1252 else {
            throw InputError("this isn't a file of \(format.title): it isn't UTF-8. Export it again.")
        }
        do {
            try self.init(text)
        } catch {
            throw InputError(
                "\(error.message) A file of \(format.title) has to be JSON. If it is cut off, export it again.")
        }
    }
}

extension InputError {
    /// A date of a task that can't be read.
    ///
    /// - Parameters:
    ///   - name: of its member.
    ///   - example: how it would be right.
    static func date(_ text: String, _ name: String, example: String) -> InputError {
        InputError(name, "its \(name) “\(text.excerpt)” isn't a valid date. Write one such as \(example).")
    }

    /// A file that isn't of a format.
    ///
    /// - Parameter wanted: what the file would have to be.
    static func isNot(_ format: ProgramFile.Format, _ wanted: String) -> InputError {
        InputError("this isn't a file of \(format.title). It has to be \(wanted).")
    }
}
