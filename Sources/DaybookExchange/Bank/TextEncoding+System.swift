#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension TextEncoding {
    /// True where a letter may take two bytes.
    var hasPairs: Bool { [.shiftJIS, .gb18030, .eucKR, .big5].contains(self) }

    private var systemName: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: "UTF-16"
        case .windows1250: "CP1250"
        case .windows1251: "CP1251"
        case .windows1252: "CP1252"
        case .windows1253: "CP1253"
        case .windows1254: "CP1254"
        case .windows1257: "CP1257"
        case .shiftJIS: "CP932"
        case .gb18030: "GB18030"
        case .eucKR: "CP949"
        case .big5: "CP950"
        }
    }

    /// The text of bytes in UTF-8; nil where they aren't in this encoding, or the system doesn't know it.
    func text(of bytes: [UInt8]) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", systemName), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 2)
        var chunk = [CChar](repeating: 0, count: 64 << 10)
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            var (start, left) = (input.baseAddress, input.count)
            while left > 0 {
                let (result, written, problem) = chunk.withUnsafeMutableBufferPointer { chunk in
                    var (end, room) = (chunk.baseAddress, chunk.count)
                    let result = iconv(converter, &start, &left, &end, &room)
                    return (result, chunk.count - room, errno)
                }
                output += chunk[..<written].lazy.map { UInt8(bitPattern: $0) }
                if result == -1, problem != E2BIG { return false }
            }
            return true
        }
        return isWhole ? output : nil
    }
}
