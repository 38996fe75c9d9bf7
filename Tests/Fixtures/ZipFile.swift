/// Writes a ZIP, also one that isn't quite one.
public enum ZipFile {
    /// - Parameters:
    ///   - packed: whether the files are deflated: in blocks that hold them as they are.
    ///   - claiming: what the directory says of each size, if that isn't how large it is.
    public static func bytes(
        _ files: [(String, String)], packed: Bool = false, flags: Int = 0, method: Int? = nil, claiming: Int? = nil
    ) -> [UInt8] {
        let files = files.map { ($0, Array($1.utf8)) }
        return bytes(of: files, packed: packed, flags: flags, method: method, claiming: claiming)
    }

    /// Does the same with files that are no texts.
    public static func bytes(
        of files: [(String, [UInt8])], packed: Bool = false, flags: Int = 0, method: Int? = nil, claiming: Int? = nil
    ) -> [UInt8] {
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, content) in files {
            let (length, rest) = (content.count & 0xFFFF, content.count ^ 0xFFFF)
            let data = packed ? [1] + number(length, 2) + number(rest & 0xFFFF, 2) + content : content
            let method = number(method ?? (packed ? 8 : 0), 2)
            let sizes = number(checksum(content), 4) + number(data.count, 4) + number(claiming ?? content.count, 4)
            let place = bytes.count
            bytes += number(0x0403_4B50, 4) + number(20, 2) + number(flags, 2) + method + number(0, 4) + sizes
            bytes += number(name.utf8.count, 2) + number(0, 2) + Array(name.utf8) + data
            directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(flags, 2) + method
            directory += number(0, 4) + sizes + number(name.utf8.count, 2) + number(0, 12) + number(place, 4)
            directory += Array(name.utf8)
        }
        let end = number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
        return bytes + directory + end + number(directory.count, 4) + number(bytes.count, 4) + number(0, 2)
    }

    private static func number(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
    }

    private static func checksum(_ bytes: [UInt8]) -> Int {
        Int(
            bytes.reduce(UInt32.max) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
            } ^ UInt32.max)
    }
}
