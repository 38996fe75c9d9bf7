/// An object that iOS archived with `NSKeyedArchiver`: a binary property list whose objects name each other by number. Each
/// is looked at where it lies, so nothing that the bytes say makes this read, or keep, more than they are.
struct ArchivedObject {
    enum Unreadable: Error {
        case damaged
    }

    private enum Object {
        case text(String)
        case number(Int)
        /// The number of an object in the archive.
        case reference(Int)
        case list([Int])
        case members([(key: Int, value: Int)])
        case other
    }

    private let bytes: [UInt8]
    private let count: Int
    private let offsetSize: Int
    private let numberSize: Int
    private let table: Int

    /// The words of a set, in no order that means anything.
    static func words(in bytes: [UInt8]) throws(Unreadable) -> [String] {
        let (archive, all, root) = try root(of: bytes)
        if case .text("$null") = try archive.object(root) { return [] }
        guard let list = try archive.members(root)["NS.objects"], case .list(let items) = try archive.object(list)
        else { throw .damaged }
        var words: [String] = []
        for item in items {
            var word = try archive.place(item, all)
            // A text that could be changed is an object with its text in it.
            if case .members = try archive.object(word) {
                guard let text = try archive.members(word)["NS.string"] else { throw .damaged }
                word = text
            }
            guard case .text(let text) = try archive.object(word) else { throw .damaged }
            words.append(text)
        }
        return words
    }

    /// A number that an object has under a name.
    static func number(_ name: String, in bytes: [UInt8]) throws(Unreadable) -> Int {
        let (archive, all, root) = try root(of: bytes)
        guard var value = try archive.members(root)[name] else { throw .damaged }
        if case .reference = try archive.object(value) { value = try archive.place(value, all) }
        guard case .number(let number) = try archive.object(value) else { throw .damaged }
        return number
    }

    /// - Returns: the list, the places of all objects in the archive, and that of the one that was archived.
    private static func root(of bytes: [UInt8]) throws(Unreadable) -> (ArchivedObject, [Int], Int) {
        let (archive, top) = try open(bytes)
        let members = try archive.members(top)
        guard let objects = members["$objects"], let roots = members["$top"],
            case .list(let all) = try archive.object(objects),
            let root = try archive.members(roots)["root"]
        else { throw .damaged }
        return (archive, all, try archive.place(root, all))
    }

    /// The place of an object that another names.
    private func place(_ place: Int, _ all: [Int]) throws(Unreadable) -> Int {
        guard case .reference(let number) = try object(place), all.indices.contains(number) else { throw .damaged }
        return all[number]
    }

    /// - Returns: the list, and the place of its first object.
    private static func open(_ bytes: [UInt8]) throws(Unreadable) -> (ArchivedObject, Int) {
        guard bytes.starts(with: "bplist00".utf8), bytes.count >= 40 else { throw .damaged }
        let trailer = bytes.count - 32
        func number(_ place: Int) throws(Unreadable) -> Int {
            let number = bytes[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let number = Int(exactly: number), number <= bytes.count else { throw .damaged }
            return number
        }
        let list = ArchivedObject(
            bytes: bytes, count: try number(trailer + 8), offsetSize: Int(bytes[trailer + 6]),
            numberSize: Int(bytes[trailer + 7]), table: try number(trailer + 24))
        guard (1...8).contains(list.offsetSize), (1...8).contains(list.numberSize),
            list.table + list.count * list.offsetSize <= trailer
        else { throw .damaged }
        return (list, try number(trailer + 16))
    }

    private func number(_ place: Int, _ size: Int) throws(Unreadable) -> Int {
        guard place >= 0, place <= bytes.count - size else { throw .damaged }
        let number = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: number) else { throw .damaged }
        return number
    }

    private func object(_ index: Int) throws(Unreadable) -> Object {
        guard index >= 0, index < count else { throw .damaged }
        let place = try number(table + index * offsetSize, offsetSize)
        let marker = try number(place, 1)
        var (start, length) = (place + 1, marker & 0x0F)
        // UIDs have no length of their own, and 15 says that one follows.
        if length == 0x0F, marker >> 4 >= 4, marker >> 4 != 8 {
            let head = try number(start, 1)
            guard head >> 4 == 1, head & 0x0F <= 3 else { throw .damaged }
            let size = 1 << (head & 0x0F)
            length = try number(start + 1, size)
            start += 1 + size
        }
        func content(_ size: Int) throws(Unreadable) -> ArraySlice<UInt8> {
            guard length <= bytes.count, start <= bytes.count - length * size else { throw .damaged }
            return bytes[start..<start + length * size]
        }
        switch marker >> 4 {
        case 1:
            guard length <= 3 else { throw .damaged }
            return .number(try number(start, 1 << length))
        case 5: return .text(String(decoding: try content(1), as: UTF8.self))
        case 6:
            let bytes = Array(try content(2))
            let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            return .text(String(decoding: units, as: UTF16.self))
        case 8:
            guard length < 8 else { throw .damaged }
            return .reference(try number(start, length + 1))
        case 10, 12:
            _ = try content(numberSize)
            var list: [Int] = []
            for item in 0..<length { list.append(try number(start + item * numberSize, numberSize)) }
            return .list(list)
        case 13:
            _ = try content(2 * numberSize)
            var members: [(key: Int, value: Int)] = []
            for item in 0..<length {
                members.append(
                    (
                        try number(start + item * numberSize, numberSize),
                        try number(start + (length + item) * numberSize, numberSize)
                    ))
            }
            return .members(members)
        default: return .other
        }
    }

    /// The places of what a dictionary has, by their names.
    private func members(_ index: Int) throws(Unreadable) -> [String: Int] {
        guard case .members(let pairs) = try object(index) else { throw .damaged }
        var members: [String: Int] = [:]
        for (key, value) in pairs { if case .text(let name) = try object(key) { members[name] = value } }
        return members
    }
}
