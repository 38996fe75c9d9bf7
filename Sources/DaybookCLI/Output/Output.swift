import DaybookServer
import Foundation

/// Text for the terminal or a pipe, gathered and written at once.
struct Output {
    enum Stream: Int32 {
        case standardOutput = 1
        case standardError = 2
    }

    var bytes: [UInt8] = []

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// A number, with spaces before it up to `width`.
    mutating func append(_ number: Int64, width: Int = 0) {
        let start = bytes.count
        bytes.append(decimal: number)
        let missing = width - (bytes.count - start)
        if missing > 0 { bytes.insert(contentsOf: repeatElement(0x20, count: missing), at: start) }
    }

    mutating func append(_ json: JSONWriter) {
        bytes.append(contentsOf: json.bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes everything that was gathered. A reader that has gone away, such as `head`, is no error.
    mutating func flush(to stream: Stream = .standardOutput) {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = write(stream.rawValue, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                written += count
            }
        }
        bytes.removeAll()
    }
}
