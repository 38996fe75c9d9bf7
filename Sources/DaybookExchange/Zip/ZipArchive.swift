import DaybookCore

/// The files in a ZIP, as its directory lists them. No name in it is taken for a path.
struct ZipArchive {
    private struct Entry {
        let name: String
        let isPacked: Bool
        let checksum: UInt32
        /// In bytes, as it lies there.
        let packedSize: Int
        let size: Int
        /// Where its own header is.
        let place: Int
    }

    private let bytes: [UInt8]
    private var entries: [Entry] = []

    private static let mostFiles = 1_000
    private static let damaged: Sentence = "it is a ZIP file that is damaged or cut off. Download it again."

    static func isOne(_ bytes: [UInt8]) -> Bool {
        // The second is one without files.
        bytes.starts(with: "PK\u{3}\u{4}".utf8) || bytes.starts(with: "PK\u{5}\u{6}".utf8)
    }

    init(_ bytes: [UInt8]) throws(InputError) {
        self.bytes = bytes
        guard let end = end() else { throw InputError(Self.damaged) }
        let (count, size, start) = (int16(end + 10), int32(end + 12), int32(end + 16))
        guard count < 0xFFFF, size < 0xFFFF_FFFF, start < 0xFFFF_FFFF else {
            throw InputError("it is a ZIP file of the form Zip64, which Daybook doesn't read. Unpack it first.")
        }
        guard int16(end + 4) == 0, int16(end + 6) == 0, int16(end + 8) == count, start + size <= end else {
            throw InputError(Self.damaged)
        }
        var place = start
        for _ in 0..<count { if let entry = try entry(at: &place, before: end) { entries.append(entry) } }
        if entries.isEmpty { throw InputError("it is a ZIP file without files. Download it again.") }
    }

    /// All of them, unpacked.
    ///
    /// - Parameter limit: how many bytes they may have together. No more is unpacked, whatever came.
    func files(upTo limit: Int) throws(InputError) -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = []
        guard entries.count <= Self.mostFiles else {
            throw InputError(
                "it is a ZIP file with \(entries.count) files. At most \(Self.mostFiles) are read. Unpack it, and import fewer."
            )
        }
        guard entries.reduce(0, { $0 + $1.size }) <= limit else {
            throw InputError(
                "it is a ZIP file with more than \(limit >> 20) MiB in it. Unpack it, and import its files by themselves."
            )
        }
        for entry in entries { files.append((entry.name, try file(entry))) }
        return files
    }

    /// The first of a name, unpacked; nil if there is none.
    ///
    /// - Parameter limit: how many bytes it may have.
    func file(named name: String, upTo limit: Int) throws(InputError) -> [UInt8]? {
        guard let entry = entries.first(where: { $0.name == name }), entry.size <= limit else { return nil }
        return try file(entry)
    }

    private func file(_ entry: Entry) throws(InputError) -> [UInt8] {
        guard entry.place + 30 <= bytes.count, int32(entry.place) == 0x0403_4B50 else {
            throw InputError(Self.damaged)
        }
        let start = entry.place + 30 + int16(entry.place + 26) + int16(entry.place + 28)
        guard start <= bytes.count, entry.packedSize <= bytes.count - start else { throw InputError(Self.damaged) }
        var file = Array(bytes[start..<start + entry.packedSize])
        if entry.isPacked {
            do throws(Inflation.Failure) {
                file = try Inflation.unpacked(file, window: -15, upTo: entry.size)
            } catch {
                throw InputError(Self.damaged)
            }
        }
        guard file.count == entry.size, Inflation.checksum(file) == entry.checksum else {
            throw InputError(Self.damaged)
        }
        return file
    }

    /// Reads an entry of the directory. Nil for a folder, and for what macOS keeps beside a file.
    private func entry(at place: inout Int, before end: Int) throws(InputError) -> Entry? {
        guard place + 46 <= end, int32(place) == 0x0201_4B50 else { throw InputError(Self.damaged) }
        let start = place
        let length = int16(start + 28)
        place = start + 46 + length + int16(start + 30) + int16(start + 32)
        guard place <= end else { throw InputError(Self.damaged) }
        let path = String(decoding: bytes[start + 46..<start + 46 + length], as: UTF8.self)
        if path.hasSuffix("/") || path.hasPrefix("__MACOSX/") { return nil }
        let name = path.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? path
        if int16(start + 8) & 1 == 1 {
            throw InputError("“\(name.excerpt)” in the ZIP file is encrypted. Unpack it first.")
        }
        let (packed, size, header) = (int32(start + 20), int32(start + 24), int32(start + 42))
        guard packed < 0xFFFF_FFFF, size < 0xFFFF_FFFF, header < 0xFFFF_FFFF else {
            throw InputError("it is a ZIP file of the form Zip64, which Daybook doesn't read. Unpack it first.")
        }
        let method = int16(start + 10)
        guard method == 0 || method == 8 else {
            throw InputError(
                "“\(name.excerpt)” in the ZIP file is packed in a way that Daybook doesn't read. Unpack it first.")
        }
        guard method == 8 || packed == size else { throw InputError(Self.damaged) }
        return Entry(
            name: name, isPacked: method == 8, checksum: UInt32(int32(start + 16)), packedSize: packed, size: size,
            place: header)
    }

    /// Where the end of the directory begins, which only a comment may follow.
    private func end() -> Int? {
        guard bytes.count >= 22 else { return nil }
        var place = bytes.count - 22
        let first = max(0, place - 0xFFFF)
        while place >= first {
            if int32(place) == 0x0605_4B50, place + 22 + int16(place + 20) == bytes.count { return place }
            place -= 1
        }
        return nil
    }

    /// The caller has seen that they are there.
    private func int16(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    private func int32(_ place: Int) -> Int { int16(place) | int16(place + 2) << 16 }
}
