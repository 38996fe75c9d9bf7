import DaybookCore

/// The form of a file that a person says.
public enum ImportFormat: Equatable, Sendable {
    case csv, json
    case program(ProgramFile.Format)
}

/// The kind of a file, as far as its bytes and its name tell.
enum ImportContent: Equatable, Sendable {
    case bank(BankInput)
    /// The plan of YNAB without its register.
    case plan
    case program(ProgramFile.Format)
    case todos(isCSV: Bool)
    case entries(isCSV: Bool)

    /// - Parameters:
    ///   - format: its form, if somebody said it.
    ///   - hasTodos: whether somebody said that it holds to-dos.
    /// - Throws: `ImportFailure` for what Daybook can't read.
    init(of bytes: [UInt8], name: String, as format: ImportFormat? = nil, hasTodos: Bool = false) throws(ImportFailure)
    {
        guard bytes.contains(where: { $0 > 0x20 }) else {
            throw ImportFailure("\(name) is empty. Export it again.")
        }
        switch format {
        case .program(let format): self = .program(format)
        case .json:
            self = hasTodos || Self.json(bytes) == .todos(isCSV: false) ? .todos(isCSV: false) : .entries(isCSV: false)
        case .csv:
            if !hasTodos, let input = try Self.bank(bytes, name), input.format == .csv {
                self = .bank(input)
            } else if hasTodos || Self.table(bytes, "-.csv") == .todos(isCSV: true) {
                self = .todos(isCSV: true)
            } else {
                self = .entries(isCSV: true)
            }
        case nil where hasTodos:
            let format = ProgramFile.format(of: bytes, name: name)
            self = format.map { .program($0) } ?? .todos(isCSV: name.lowercased().hasSuffix(".csv"))
        case nil: try self.init(of: bytes, name)
        }
    }

    private static func bank(_ bytes: [UInt8], _ name: String) throws(ImportFailure) -> BankInput? {
        do throws(InputError) {
            return try BankInput(bytes)
        } catch {
            throw ImportFailure(error, at: name)
        }
    }

    private init(of bytes: [UInt8], _ name: String) throws(ImportFailure) {
        if ZipArchive.isOne(bytes), let format = ProgramFile.format(of: bytes, name: name) {
            self = .program(format)
            return
        }
        if PlanReader(bytes) != nil {
            self = .plan
            return
        }
        let bank = try Self.bank(bytes, name)
        if bank == nil, PlanReader.packed(in: bytes) != nil {
            self = .plan
            return
        }
        if bank == nil, ZipArchive.isOne(bytes) {
            throw ImportFailure("\(name) is a ZIP file without a bank's file. Unpack it first.")
        }
        if bytes.starts(with: "SQLite format 3".utf8) {
            throw ImportFailure(
                "\(name) is a database. To restore a book, or to import a store of Money Mom, use the command line: "
                    + "daybook restore, or daybook import --format moneymom")
        }
        if let bank {
            self = .bank(bank)
        } else if let format = ProgramFile.format(of: bytes, name: name),
            format != .todotxt || ProgramFile.isNamedTodotxt(name)
        {
            self = .program(format)
        } else if let content = Self.json(bytes) ?? Self.table(bytes, name) {
            self = content
        } else if !bytes.contains(0), ProgramFile.looksLikeTodotxt(bytes, name: name) {
            self = .program(.todotxt)
        } else if Self.isNamedByBank(name) {
            let start = String(utf8: Array(bytes.prefix(40))).split(whereSeparator: \.isNewline).first ?? ""
            throw ImportFailure(
                "\(name) holds none of OFX, QIF, CAMT and MT940. It begins with “\(String(start))”. Download it from the bank again."
            )
        } else {
            throw ImportFailure(
                "\(name) is none of the files that Daybook reads: OFX, QIF, CAMT or MT940 of a bank, CSV or JSON of entries "
                    + "or to-dos, todo.txt, iCalendar, and what Taskwarrior, Todoist, TickTick, Vikunja, Microsoft To Do and "
                    + "Google Tasks export.")
        }
    }

    private static func isNamedByBank(_ name: String) -> Bool {
        let ending = name.lowercased().split(separator: ".").last.map { String($0) } ?? ""
        return ending.isOne(of: "ofx qfx qif sta mt940 940 xml")
    }

    /// Tells the content of JSON by its first object.
    private static func json(_ bytes: [UInt8]) -> ImportContent? {
        guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        else { return nil }
        var isOfTodos = false
        _ = try? JSONValue.eachElement(of: bytes) { element in
            if case .object(let members) = element {
                isOfTodos =
                    members["title"] != nil || TodoFileImport.kinds.contains { FileParts.isOf($0, element) }
            }
            throw JSONError(message: "")
        }
        return isOfTodos ? .todos(isCSV: false) : .entries(isCSV: false)
    }

    /// Tells the content of CSV by its first line.
    private static func table(_ bytes: [UInt8], _ name: String) -> ImportContent? {
        let lines = bytes.prefix(65_536).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { Array($0) }
        let isNamed = name.lowercased().hasSuffix(".csv")
        let line = lines.first { $0.contains { $0 > 0x20 } } ?? []
        let table = try? CSVTable(line) { EntryCSV.columns[$0] != nil || TodoFile.columns[$0] != nil }
        guard let header = table?.header else { return isNamed ? .entries(isCSV: true) : nil }
        if header.contains(where: { $0.asColumn == "title" }) { return .todos(isCSV: true) }
        let columns = Set(header.compactMap { EntryCSV.columns[$0] })
        if !columns.isDisjoint(with: ["amount", "inflow", "outflow"]) { return .entries(isCSV: true) }
        if header.contains(where: { TodoFile.columns[$0] == "title" }), header.count > 1 || isNamed {
            return .todos(isCSV: true)
        }
        return isNamed || columns.count > 1 ? .entries(isCSV: true) : nil
    }
}
