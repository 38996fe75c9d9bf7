/// Why a server could not do what it was asked, though the request was right. Problem details carry the name as
/// `reason`, so that a client can say it in the person's language.
public enum ServerReason: String, CaseIterable, Sendable {
    /// Another program keeps the book locked.
    case locked
    case full
    /// The book's file can't be written.
    case readOnly
    /// The book is of a newer version than the server.
    case newer
    /// Too many books, or people, are served at the moment.
    case crowded

    /// The reason in problem details; nil if there is none, or one that isn't known.
    public init?(problem: [UInt8]) {
        let member = Array("\"reason\":\"".utf8)
        guard problem.count > member.count else { return nil }
        for start in 0..<(problem.count - member.count)
        where problem[start] == member[0] && problem[start...].starts(with: member) {
            let rest = problem[(start + member.count)...]
            let name = rest.prefix { $0 != UInt8(ascii: "\"") }
            for reason in Self.allCases where name.elementsEqual(reason.rawValue.utf8) {
                self = reason
                return
            }
            return nil
        }
        return nil
    }
}
