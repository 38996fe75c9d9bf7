import DaybookCore
import Foundation

/// Lets the device into its account on the server: kept beside the book, in a file that its owner alone can read.
struct RemoteToken: Equatable {
    /// The server that it is for. It is sent to no other.
    let url: String
    let text: String

    private static func file(of book: String) -> String { book + ".token" }

    /// The token for the server at `url`, if there is one. Throws `CommandFailure` if it can't be read.
    init?(book: String, url: String) throws {
        let path = Self.file(of: book)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                "\(path) can't be read. It may contain the token for \(url). Make it readable for you.")
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard lines.count == 2, lines[0] == url, Digest(String(lines[1])) != nil else { return nil }
        self.url = url
        text = String(lines[1])
    }

    /// - Throws: `CommandFailure` if the text isn't a token, or the way to the server is open to listeners.
    init(_ text: String, url: String) throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // A token is written as a digest is.
        guard Digest(text) != nil else {
            throw CommandFailure(
                "This isn't a valid token. A token has 64 hexadecimal digits. Create one: daybook token add NAME")
        }
        guard Self.isSafe(url) else {
            throw CommandFailure("A token would travel to \(url) in the open. Use an address that starts with https.")
        }
        self.url = url
        self.text = text
    }

    /// Tells whether nobody can listen on the way to an address.
    static func isSafe(_ url: String) -> Bool { url.hasPrefix("https:") || isLoopback(url) }

    /// The token that is there comes back if `body` throws, where the disk lets a file have two names.
    static func keeping<Value>(book: String, _ body: () throws -> Value) throws -> Value {
        let path = file(of: book)
        let old = path + ".old"
        unlink(old)
        // Another name for the same file takes no room.
        let hasOld = link(path, old) == 0
        let isNew = !hasOld && errno == ENOENT
        defer { unlink(old) }
        do {
            return try body()
        } catch {
            if hasOld { rename(old, path) } else if isNew { unlink(path) }
            throw error
        }
    }

    /// Stores it in the place of the one before.
    func store(book: String) throws {
        let path = Self.file(of: book)
        let new = path + ".new"
        try? FileManager.default.removeItem(atPath: new)
        do {
            // Nobody else may read it for a moment either.
            let descriptor = open(new, O_CREAT | O_EXCL | O_WRONLY, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: Data("\(url)\n\(text)\n".utf8))
            try file.synchronize()
            guard rename(new, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(new)
            throw CommandFailure("\(path) can't be written, so the token wasn't stored. Check the disk and the folder.")
        }
    }

    /// - Returns: whether there was one.
    /// - Throws: `CommandFailure` if it stays.
    @discardableResult
    static func remove(book: String) throws -> Bool {
        let path = file(of: book)
        guard unlink(path) != 0 else { return true }
        guard errno == ENOENT else {
            throw CommandFailure("The token in \(path) can't be deleted. Delete it yourself.")
        }
        return false
    }

    private static func isLoopback(_ url: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]", "::1"].contains(URLComponents(string: url)?.host)
    }
}
