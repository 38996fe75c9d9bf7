import CZlib

/// Unpacks what zlib packed.
public enum Inflation {
    /// Data that can't be unpacked.
    public enum Failure: Error, Equatable, Sendable {
        /// The bytes aren't a single stream, are cut off, or have something behind them.
        case malformed
        /// There is more in it than was to be taken.
        case tooLarge
    }

    /// Unpacks bytes from outside.
    ///
    /// - Parameters:
    ///   - window: as zlib takes it, which says what is around the data: 31 for gzip, -15 for nothing.
    ///   - limit: how many there may be in the end. No more than that is unpacked, whatever came.
    public static func unpacked(
        _ bytes: [UInt8], window: Int32, upTo limit: Int
    ) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        // zlib remembers the address of its stream.
        return try withUnsafeMutablePointer(to: &stream) { stream throws(Failure) in
            try unpacked(bytes, window, upTo: limit, stream)
        }
    }

    private static func unpacked(
        _ bytes: [UInt8], _ window: Int32, upTo limit: Int, _ stream: UnsafeMutablePointer<z_stream>
    ) throws(Failure) -> [UInt8] {
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, window, ZLIB_VERSION, size) == Z_OK else { throw .malformed }
        defer { inflateEnd(stream) }
        var input = bytes
        var result: [UInt8] = []
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(clamping: input.count)
            var part = [UInt8](repeating: 0, count: min(limit + 1, 64 * 1_024))
            while status == Z_OK, result.count <= limit {
                let count = part.withUnsafeMutableBufferPointer { part in
                    stream.pointee.next_out = part.baseAddress
                    stream.pointee.avail_out = UInt32(clamping: part.count)
                    status = inflate(stream, Z_NO_FLUSH)
                    return part.count - Int(stream.pointee.avail_out)
                }
                result.append(contentsOf: part.prefix(count))
            }
        }
        if result.count > limit { throw .tooLarge }
        guard status == Z_STREAM_END, stream.pointee.avail_in == 0 else { throw .malformed }
        return result
    }

    /// The checksum of a ZIP's files.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
