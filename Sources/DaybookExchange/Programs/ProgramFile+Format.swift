public import DaybookCore

extension ProgramFile {
    /// In bytes.
    public static let greatestSize = 256 << 20

    /// The format that a file of another program is in, by what is in it; nil if it is none that is known.
    ///
    /// - Parameter name: that of the file. It tells todo.txt alone, which may be any text.
    public static func format(of bytes: [UInt8], name: String) -> Format? {
        if ZipArchive.isOne(bytes) { return packed(bytes)?.format }
        // The letters that matter are ASCII, also in UTF-16.
        let head = bytes.prefix(16_384).filter { (1..<0x80).contains($0) }
        guard let first = head.first(where: { $0 > 0x20 }) else { return nil }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let format = JSONShape.format(of: bytes) {
            return format
        }
        let lines = BankLine.lines(head).map { columns($0.text) }
        guard let start = lines.first(where: { $0 != [""] }) else { return nil }
        if start == ["BEGIN:VCALENDAR"] { return .ics }
        if start.contains("TYPE"), start.contains("CONTENT"), start.contains("PRIORITY") || start.contains("INDENT") {
            return .todoist
        }
        if lines.contains(where: { $0.contains("LIST NAME") && $0.contains("TITLE") && $0.contains("STATUS") }) {
            return .ticktick
        }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") && isArrayOfObjects(head)
        return name.lowercased().hasSuffix(".txt") && !isJSON ? .todotxt : nil
    }

    /// Tells whether a file has one of the names that programs for todo.txt give.
    static func isNamedTodotxt(_ name: String) -> Bool {
        let last = String(name.split { $0 == "/" || $0 == "\\" }.last ?? "").lowercased()
        return last == "todo.txt" || last == "done.txt"
    }

    /// Tells whether most lines of a text have marks of todo.txt; under a name that ends in .txt, whether none looks like a row of
    /// a table.
    static func looksLikeTodotxt(_ bytes: [UInt8], name: String) -> Bool {
        guard let text = String(validating: bytes.prefix(16_384).prefix { $0 != 0 }, as: UTF8.self) else {
            return false
        }
        let lines = text.parts { $0.isLineBreak }.map { String($0) }.filter { !$0.isBlank }
        if name.lowercased().hasSuffix(".txt"),
            !lines.contains(where: { $0.utf8.contains { $0 == 0x09 || $0 == 0x3B } })
        {
            return true
        }
        return !lines.isEmpty && lines.count { TodoTxtTask($0).hasMarks } * 2 > lines.count
    }

    /// Reads a file of another program.
    ///
    /// - Parameters:
    ///   - bytes: those of a file in the format.
    ///   - name: that of the file: Todoist has the project's there.
    ///   - today: the day where the person is.
    ///   - clock: what clocks show at a moment where the person is.
    public init(
        _ bytes: [UInt8], _ format: Format, name: String, today: CivilDate, clock: (Timestamp) -> LocalTime
    ) throws(InputError) {
        guard bytes.count <= Self.greatestSize else {
            throw InputError("it has more than 256 MiB. Export fewer to-dos at once.")
        }
        var (bytes, packed) = (bytes, Self.packed(bytes))
        if packed?.format == format, let file = packed?.bytes { bytes = file } else { packed = nil }
        self =
            switch format {
            case .todotxt: try .todotxt(TextEncoding.decode(bytes).0, today: today)
            case .todoist: try .todoist(TextEncoding.decode(bytes).0, name: name, today: today)
            case .ticktick: try .ticktick(TextEncoding.decode(bytes).0, clock: clock)
            // Its lines may be folded inside of letters, so that they aren't UTF-8 before they are unfolded.
            case .ics: try .ics(Self.isUTF16(bytes) ? TextEncoding.decode(bytes).0 : bytes, clock: clock)
            case .taskwarrior: try .taskwarrior(bytes, clock: clock)
            case .vikunja: try .vikunja(bytes, clock: clock)
            case .microsoft: try .microsoft(bytes, clock: clock)
            case .google: try .google(bytes, clock: clock)
            }
        for _ in 0..<(packed?.filters ?? 0) { lose(.other("saved filter")) }
    }

    /// The file of a program in a ZIP as the program exports it; nil for any other bytes.
    private static func packed(_ bytes: [UInt8]) -> (format: Format, bytes: [UInt8], filters: Int)? {
        guard ZipArchive.isOne(bytes), let archive = try? ZipArchive(bytes) else { return nil }
        for (name, format) in [("data.json", Format.vikunja), ("Tasks.json", .google)] {
            guard let file = try? archive.file(named: name, upTo: greatestSize), JSONShape.format(of: file) == format
            else { continue }
            let filters = (try? archive.file(named: "filters.json", upTo: greatestSize)).flatMap { try? JSONValue($0) }
            guard case .array(let elements)? = filters else { return (format, file, 0) }
            return (format, file, elements.count)
        }
        return nil
    }

    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0)
    }

    /// Tells what a line of names says, in capitals.
    private static func columns(_ line: String) -> [String] {
        line.utf8.split(omittingEmptySubsequences: false) { [0x2C, 0x3B, 0x09].contains($0) }.map { name in
            String(decoding: name.filter { $0 != 0x22 }, as: UTF8.self).trimmed.uppercased()
        }
    }

    /// A task of todo.txt may begin with a bracket.
    private static func isArrayOfObjects(_ head: [UInt8]) -> Bool {
        let signs = head.lazy.filter { $0 > 0x20 }
        return signs.prefix(2).elementsEqual("[{".utf8) || signs.prefix(3).elementsEqual("[]".utf8)
    }
}

/// Which members the objects of a JSON text have, as far as they tell one program's files from another's. The text is
/// looked through up to the first object that tells, and may be damaged.
private struct JSONShape {
    private struct Members: OptionSet {
        let rawValue: UInt16

        static let uuid = Members(rawValue: 1)
        static let description = Members(rawValue: 2)
        static let status = Members(rawValue: 4)
        static let tasks = Members(rawValue: 8)
        static let project = Members(rawValue: 16)
        static let displayName = Members(rawValue: 32)
        static let title = Members(rawValue: 64)
        static let importance = Members(rawValue: 128)
        static let googleKind = Members(rawValue: 256)

        static func named(_ name: ArraySlice<UInt8>) -> Members {
            // No other name is as short as they are.
            guard name.count <= 17 else { return [] }
            switch String(decoding: name, as: UTF8.self) {
            case "uuid": return .uuid
            case "description": return .description
            case "status": return .status
            case "tasks": return .tasks
            case "is_archived", "identifier", "parent_project_id", "namespace_id", "child_projects": return .project
            case "displayName": return .displayName
            case "title": return .title
            case "importance": return .importance
            default: return []
            }
        }
    }

    /// No deeper object tells anything.
    private static let greatestDepth = 8

    private let bytes: [UInt8]
    /// The members of the objects that are open, the outermost first.
    private var open: [Members] = []
    /// How many more are open.
    private var deeper = 0
    /// The last string, until something else than a colon follows.
    private var string: Range<Int>?
    /// The name of the member whose value comes next.
    private var key: Range<Int>?

    static func format(of bytes: [UInt8]) -> ProgramFile.Format? {
        var shape = JSONShape(bytes)
        return shape.format()
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes.contains(0) ? bytes.filter { $0 != 0 } : bytes }

    private mutating func format() -> ProgramFile.Format? {
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                let end = self.end(ofString: place + 1)
                take(string: place + 1..<end)
                place = end
            case UInt8(ascii: ":"): takeKey()
            case UInt8(ascii: "{"):
                if open.count < Self.greatestDepth, deeper == 0 { open.append([]) } else { deeper += 1 }
                key = nil
            case UInt8(ascii: "}"):
                if deeper > 0 { deeper -= 1 } else { _ = open.popLast() }
            case UInt8(ascii: ","): (string, key) = (nil, nil)
            default: break
            }
            if let format = told { return format }
            place += 1
        }
        return nil
    }

    private func end(ofString start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place, bytes.count)
    }

    private mutating func take(string range: Range<Int>) {
        string = range
        guard let key, bytes[key].elementsEqual("kind".utf8), bytes[range].starts(with: "tasks#".utf8) else { return }
        add(.googleKind)
    }

    private mutating func takeKey() {
        guard let string else { return }
        key = string
        self.string = nil
        add(Members.named(bytes[string]))
    }

    private mutating func add(_ members: Members) {
        if deeper == 0, let last = open.indices.last { open[last].formUnion(members) }
    }

    /// The format that the innermost object tells.
    private var told: ProgramFile.Format? {
        guard deeper == 0, let members = open.last, !members.isEmpty else { return nil }
        if members.contains(.googleKind) { return .google }
        if members.isSuperset(of: [.displayName, .tasks]) || members.isSuperset(of: [.title, .importance]) {
            return .microsoft
        }
        if members.isSuperset(of: [.tasks, .project]) { return .vikunja }
        return open.count == 1 && members.isSuperset(of: [.uuid, .description, .status]) ? .taskwarrior : nil
    }
}
