public import Foundation

/// A folder that goes with its last reference.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        // Short, since the path of a socket in it may have no more than 107 bytes.
        let number = String(UInt32.random(in: 0...(.max)), radix: 16)
        url = FileManager.default.temporaryDirectory.appending(path: "daybook-\(number)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func path(_ name: String) -> String { url.appending(path: name).path }
}
