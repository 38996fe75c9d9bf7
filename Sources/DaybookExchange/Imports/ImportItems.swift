public import DaybookCore

/// An entry as a file has it.
public struct ImportItem {
    /// Where in the file it stands, for messages.
    public let place: String
    /// The same as a number: the line, or its place in the file.
    public let line: Int
    let json: JSONValue
    /// The kind, where its members don't say it: the sign of its amount did.
    let kind: EntryKind?
    /// Its day, where the file names none.
    let day: CivilDate?
    /// True where another program or a bank wrote the file, so that its words are kept.
    let isForeign: Bool
    /// True where it is a line of a CSV, of which a person may say what parts decimals.
    let isOfTable: Bool
    /// Reads its voice note.
    let recording: (() throws -> Recording)?
    /// Why it can't be read.
    let problem: InputError?

    public init(
        place: String, line: Int, json: JSONValue, day: CivilDate? = nil, recording: (() throws -> Recording)? = nil
    ) {
        self.init(
            place: place, line: line, json: json, kind: nil, day: day, isForeign: false, isOfTable: false,
            recording: recording, problem: nil)
    }

    private init(
        place: String, line: Int, json: JSONValue, kind: EntryKind?, day: CivilDate?, isForeign: Bool,
        isOfTable: Bool, recording: (() throws -> Recording)?, problem: InputError?
    ) {
        (self.place, self.line, self.json, self.kind, self.day) = (place, line, json, kind, day)
        (self.isForeign, self.isOfTable, self.recording, self.problem) = (isForeign, isOfTable, recording, problem)
    }

    fileprivate init(_ csv: EntryCSV, _ index: Int) {
        let line = csv.line(index)
        var (json, kind, problem): (JSONValue, EntryKind?, InputError?) = (.null, nil, nil)
        do throws(InputError) {
            (json, kind) = try csv.item(index)
        } catch {
            problem = error
        }
        self.init(
            place: "line \(line)", line: line, json: json, kind: kind, day: nil,
            isForeign: !csv.hasIDs, isOfTable: true, recording: nil, problem: problem)
    }
}

/// The entries of a file in its order. Each is made when it is its turn: all at once, those of a large file take many
/// times its size.
public struct ImportItems: Sendable {
    public let count: Int
    /// Calls `body` with each, and how many were before it.
    let each: @Sendable (_ body: (Int, ImportItem) throws -> Void) throws -> Void
    /// True where the kind of each is what the sign of its amount says.
    public private(set) var kindIsSign = false
    private(set) var accounts: [FilePart] = []
    /// The envelopes of the budget that the file brings along, and what was set and moved.
    private(set) var budget: [FilePart] = []
    /// The budget of another program.
    private(set) var otherBudget: BudgetFile?
    /// How the letters of the file lie in its bytes, if that was looked for.
    public private(set) var encoding: TextEncoding?

    /// True where it brings nothing at all.
    public var isEmpty: Bool { count == 0 && accounts.isEmpty && budget.isEmpty }

    public init(count: Int, _ each: @escaping @Sendable (_ body: (Int, ImportItem) throws -> Void) throws -> Void) {
        self.count = count
        self.each = each
    }

    /// None beside a budget.
    init(budget: BudgetFile) {
        self.init(count: 0) { _ in }
        otherBudget = budget
    }

    /// - Parameter file: what messages call it.
    /// - Throws: `ImportFailure`.
    public init(csv bytes: [UInt8], _ options: ImportOptions, in file: String) throws {
        let csv: EntryCSV
        let encoding: TextEncoding
        do throws(InputError) {
            guard bytes.count <= BankFile.greatestSize else {
                throw InputError("it has more than 256 MiB. Export a shorter time.")
            }
            let decoded = try TextEncoding.decode(bytes)
            encoding = decoded.1
            csv = try EntryCSV(decoded.0, options)
        } catch {
            throw ImportFailure(error, at: file)
        }
        self.init(count: csv.count) { body in
            for index in 0..<csv.count { try body(index, ImportItem(csv, index)) }
        }
        kindIsSign = csv.kindIsSign
        accounts = csv.accounts
        self.encoding = encoding
    }

    /// Does the same as `init(csv:)`; reads all of the file once, to see that it is JSON with members that are known.
    ///
    /// - Throws: `ImportFailure`, or `JSONError` for bytes that are no JSON.
    public init(json bytes: [UInt8], _ options: ImportOptions, in file: String) throws {
        var count = 0
        var unknown: Set<String> = []
        var (accounts, budget): ([FilePart], [FilePart]) = ([], [])
        // Members that `entries --json` and REST print as well.
        let known = Set(
            EntryCSV.columns.own + EntryCSV.transferColumns + ["number", "synced", "url"] + options.leftOut)
        let other = try JSONValue.eachElement(of: bytes) { element in
            if let part = try FileParts.part(element, of: Self.kinds) {
                return part.kind == .account ? accounts.append(part) : budget.append(part)
            }
            count += 1
            guard case .object(let members) = element else { return }
            for name in members.keys where !known.contains(name) { unknown.insert(name) }
        }
        if let other { throw ImportFailure("\(file) holds \(other.kind). It has to hold an array of entries.") }
        if !unknown.isEmpty {
            let known = EntryCSV.columns.own.joined(separator: ", ")
            throw ImportFailure(EntryCSV.unknown(unknown.sorted(), "members", known), at: file)
        }
        self.init(count: count) { body in
            var index = 0
            _ = try JSONValue.eachElement(of: bytes) { json in
                if Self.kinds.contains(where: { FileParts.isOf($0, json) }) { return }
                try body(index, ImportItem(place: "entry \(index + 1)", line: index + 1, json: json))
                index += 1
            }
        }
        (self.accounts, self.budget) = (accounts, budget)
    }

    private static let kinds = Kind.recorded.filter { $0.kind.file == .entries }
}
