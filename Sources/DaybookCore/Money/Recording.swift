/// A voice note: the bytes of a sound file, named by their SHA-256.
public struct Recording: Equatable, Sendable {
    /// The sound file as it is, at most `greatestSize` bytes.
    public let bytes: [UInt8]
    /// `audio/webm` and the like, as the bytes themselves tell.
    public let mediaType: String
    /// The name under which it is kept and travels.
    public let digest: Digest

    /// The largest recording, in bytes.
    public static let greatestSize = 10 * 1_024 * 1_024

    /// Throws unless the bytes start as a sound file of a kind that browsers record or play, and aren't too many.
    public init(_ bytes: [UInt8]) throws(ItemError) {
        guard bytes.count <= Self.greatestSize else { throw .recordingTooLarge(bytes: bytes.count) }
        guard let mediaType = Self.mediaType(bytes) else { throw .noRecording }
        self.bytes = bytes
        self.mediaType = mediaType
        // Once: each time takes a look at all bytes.
        digest = Digest(of: bytes)
    }

    /// The kind of sound file that bytes are; nil if they are none.
    public static func mediaType(_ bytes: [UInt8]) -> String? {
        func reads(_ text: StaticString, at offset: Int) -> Bool {
            text.withUTF8Buffer { $0.count <= bytes.count - offset && bytes[offset...].starts(with: $0) }
        }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "audio/webm" }
        if reads("OggS", at: 0) { return "audio/ogg" }
        if reads("RIFF", at: 0), bytes.count >= 12, reads("WAVE", at: 8) { return "audio/wav" }
        if bytes.count >= 8, reads("ftyp", at: 4) { return "audio/mp4" }
        if reads("fLaC", at: 0) { return "audio/flac" }
        if reads("caff", at: 0) { return "audio/x-caf" }
        if reads("ID3", at: 0) { return "audio/mpeg" }
        guard bytes.count >= 2, bytes[0] == 0xFF else { return nil }
        // A frame of MPEG audio: eleven bits that are set, then the layer, which is 0 for AAC.
        if bytes[1] & 0xF6 == 0xF0 { return "audio/aac" }
        return bytes[1] & 0xE0 == 0xE0 && bytes[1] & 0x06 != 0 ? "audio/mpeg" : nil
    }
}
