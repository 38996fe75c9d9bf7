import CZlib

/// Bytes as `Content-Encoding: gzip` has them (RFC 1952).
public enum Gzip {
    /// Data that can't be unpacked.
    public typealias Failure = Inflation.Failure

    /// Tells whether there are so many bytes that it is worth packing them.
    public static func maySave(_ bytes: [UInt8]) -> Bool { bytes.count >= least }

    /// Packs bytes; nil where that gains nothing.
    public static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        guard maySave(bytes) else { return nil }
        var stream = z_stream()
        return withUnsafeMutablePointer(to: &stream) { packed(bytes, $0) }
    }

    /// - Parameter stream: stays where it is from the first call to the last, since zlib remembers its address.
    private static func packed(_ bytes: [UInt8], _ stream: UnsafeMutablePointer<z_stream>) -> [UInt8]? {
        guard
            deflateInit2_(
                stream, packingLevel, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, streamSize) == Z_OK
        else { return nil }
        defer { deflateEnd(stream) }
        let bound = Int(deflateBound(stream, UInt(bytes.count)))
        var input = bytes
        let packed = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(clamping: input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(clamping: output.count)
                let isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                count = isWhole ? output.count - Int(stream.pointee.avail_out) : 0
            }
        }
        return packed.isEmpty || packed.count >= bytes.count ? nil : packed
    }

    /// Unpacks bytes from outside.
    ///
    /// - Parameter limit: how many there may be in the end. No more than that is unpacked, whatever came.
    public static func unpacked(_ bytes: [UInt8], upTo limit: Int) throws(Failure) -> [UInt8] {
        try Inflation.unpacked(bytes, window: gzipWindow, upTo: limit)
    }

    /// The first bytes of packed ones.
    public static let magic: [UInt8] = [0x1F, 0x8B]

    private static let least = 512
    private static let packingLevel: Int32 = 6
    /// The largest window, with gzip's header and checksum around the data.
    private static let gzipWindow: Int32 = 15 + 16
    private static let streamSize = Int32(MemoryLayout<z_stream>.size)
}
