public import DaybookCore

/// What a client or a file says to make or change an entry. Members of other names, and those that only the server
/// sets, are ignored.
public struct EntryInput: Equatable, Sendable {
    var kind: EntryKind?
    /// Null is none, which an entry that has one doesn't take.
    var amount: Amount??
    /// The amount as it was written, with the code of its currency in front if that stood beside it.
    private(set) var writtenAmount: String?
    private(set) var hasCode = false
    /// Whether the amount is in a currency that isn't named.
    public var hasUsualCurrency: Bool { writtenAmount.map { !Amount.namesCurrency($0) } ?? false }
    /// Where it comes without an amount: what the amount that is there is to be in.
    var currency: Currency?
    public internal(set) var day: CivilDate?
    /// Cut to milliseconds; nil where it isn't said, and in a change, which leaves it.
    public internal(set) var createdAt: Timestamp?
    var place: String?
    var note: String?
    var tags: [String]?
    /// A member `voice` that is null takes the recording away.
    var voice: Digest??
    var todo: EntityID?

    /// What changes an entry: null is refused where it isn't said to mean something, since it would change nothing;
    /// what is set when an entry is made is ignored.
    ///
    /// - Parameter usual: the currency of an amount that comes with none.
    public init(changing json: JSONValue, usual: () throws -> Currency) throws {
        try self.init(Self.members(json), isChange: true, usual: usual)
    }

    /// What makes an entry: null is as good as absent where it isn't said to mean something.
    ///
    /// - Parameters:
    ///   - local: what a sign means that several currencies share, if the usual one is none of them.
    ///   - usual: the currency of an amount that comes with none.
    public init(_ json: JSONValue, local: Currency? = nil, usual: () throws -> Currency) throws {
        try self.init(Self.members(json), isChange: false, local: local, usual: usual)
    }

    private init(
        _ members: JSONMembers, isChange: Bool, local: Currency? = nil, usual: () throws -> Currency
    ) throws {
        func nullable(_ name: String) throws(InputError) -> String? { try members.nullableText(name) ?? nil }
        func text(_ name: String) throws(InputError) -> String? {
            try isChange ? members.text(name) : nullable(name)
        }
        kind = try text("kind").map { name throws(InputError) in try EntryKind.named(name) }
        let given = try members.nullableText("amount")
        if case let number?? = given {
            let code = try nullable("currency")
            writtenAmount = [code, number].compactMap { $0 }.joined(separator: " ")
            hasCode = code != nil
            amount = try Amount(number, code: code, usual: usual, local: local)
        } else {
            amount = given == nil ? nil : .some(nil)
            if let code = try given == nil ? text("currency") : nullable("currency") {
                currency = Currency(code)
                guard currency != nil else { throw InputError(.unknownCurrency(code)) }
            }
        }
        if let text = try text("day") {
            day = CivilDate(text)
            guard day != nil else { throw InputError(.badDay(text)) }
        }
        if !isChange {
            createdAt = try nullable("createdAt").map { text throws(InputError) in try Self.time(text) }
            todo = try nullable("todo").map { text throws(InputError) in
                guard let id = EntityID(text) else { throw InputError("todo", "An id has 32 hexadecimal digits.") }
                return id
            }
        }
        place = try text("place")
        note = try text("note")
        switch try members.nullableText("voice") {
        case nil: voice = nil
        case .some(nil): voice = .some(nil)
        case let name??:
            guard let digest = Digest(name) else {
                throw InputError("voice", "A recording is named by the 64 hexadecimal digits of its SHA-256.")
            }
            voice = digest
        }
        tags = try isChange ? members.texts("tags") : members.nullableTexts("tags") ?? nil
    }

    /// The moment of an ISO 8601 text in UTC, with any number of decimals; those behind the third are cut off.
    static func time(_ text: String, _ name: String = "createdAt") throws(InputError) -> Timestamp {
        let parts = text.hasSuffix("Z") ? text.dropLast().split(separator: ".", omittingEmptySubsequences: false) : []
        let hasDecimals =
            parts.count == 2 && !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
        let whole = hasDecimals ? "\(parts[0]).\((parts[1] + "00").prefix(3))Z" : text
        guard let time = Timestamp(whole) else {
            throw InputError(
                name, "\"\(text.excerpt)\" isn't a valid time. Write one such as 2026-11-21T09:30:00.000Z.")
        }
        return time
    }

    static func members(_ json: JSONValue) throws(InputError) -> JSONMembers {
        try JSONMembers(json, "An entry", example: "{\"amount\":\"12.50\"}")
    }

    /// - Parameter today: the day of an entry that comes with none.
    public func draft(today: CivilDate) -> EntryDraft {
        EntryDraft(
            kind: kind ?? .unsorted, amount: amount ?? nil, day: day ?? today, place: place ?? "", note: note ?? "",
            voice: voice ?? nil, todo: todo, tags: tags ?? [], createdAt: createdAt)
    }

    /// - Parameter present: the amount before.
    public func edit(_ present: Amount?) throws(MoneyError) -> EntryEdit {
        if case .some(nil) = amount, present != nil { throw .noAmount }
        var edit = EntryEdit(
            kind: kind, amount: amount ?? nil, day: day, place: place, note: note, voice: voice, tags: tags)
        if let currency { edit.amount = try Amount(present, in: currency) }
        return edit
    }
}

extension EntryKind {
    /// The kind that is called so.
    ///
    /// - Throws: what says which there are.
    public static func named(_ name: String) throws(InputError) -> EntryKind {
        if let kind = EntryKind(name: name) { return kind }
        let names = allCases.map(\.name).joined(separator: ", ")
        throw InputError("kind", "There is no kind \"\(name.excerpt)\". Use one of \(names).")
    }
}
