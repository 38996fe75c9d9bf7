public import DaybookCore

/// Somebody with a book of their own on the server.
public struct Account: Equatable, Sendable {
    /// Not given twice: names the file of the book.
    public let id: Int64
    /// The name with which its owner signs in: up to 64 of a to z, digits, dots, dashes and underscores; a letter or digit first.
    public let name: String
    /// When it was added.
    public let createdAt: Timestamp
    /// How far its book had come in the database when what lets in was looked up there; nil where nobody looked.
    var head: BookHead?

    /// The mark by which browsers know its book. No other account has the same, nor one of a server that was at this address
    /// before.
    var mark: String { "\(id)-\(createdAt.milliseconds)" }

    /// In characters.
    public static let shortestPassword = 8
    /// In bytes.
    static let longestPassword = 1_024

    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        return isLetterOrDigit(first) && text.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    }

    static func isPassword(_ text: String) -> Bool {
        text.count >= shortestPassword && text.utf8.count <= longestPassword
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// Lets a program in, without what it says.
public struct AccessToken: Equatable, Sendable {
    /// The number by which it is revoked. Counted for all accounts together.
    public let number: Int64
    /// Says what it is for, in its owner's words.
    public let label: String
    /// When it was given out.
    public let createdAt: Timestamp
}
