import Foundation
import HTTPTypes
import Hummingbird

/// The resource that an address of CalDAV names.
enum DAVPath: Equatable {
    /// Where there is nothing but the way to the account.
    case root
    case principals
    /// The account itself.
    case principal
    case calendars
    /// Where the lists are.
    case home
    /// A list, by its part of the address.
    case list(String)
    case item(list: String, name: String)

    /// Where CalDAV begins.
    static let start = "/dav"

    /// Tells whether a request is one of CalDAV. Clients look for it at the root, too.
    static func leads(_ request: Request) -> Bool {
        let path = request.uri.path
        if path == start || path.hasPrefix(start + "/") || path == wellKnown { return true }
        return request.method == .propfind && ["/", "/principals", "/principals/"].contains(path)
    }

    static let wellKnown = "/.well-known/caldav"

    /// Nil for what is nowhere, and for what is another account's.
    init?(_ path: String, account: String) {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let decoded = Self.unescaped(part), decoded != ".", decoded != ".." else { return nil }
            parts.append(decoded)
        }
        if path == "/" || path.hasPrefix("/principals") {
            self = .root
            return
        }
        guard parts.first == "dav" else { return nil }
        switch (parts.count, parts.dropFirst().first) {
        case (1, _): self = .root
        case (2, "principals"): self = .principals
        case (3, "principals") where parts[2] == account: self = .principal
        case (2, "calendars"): self = .calendars
        case (3, "calendars") where parts[2] == account: self = .home
        case (4, "calendars") where parts[2] == account: self = .list(parts[3])
        case (5, "calendars") where parts[2] == account: self = .item(list: parts[3], name: parts[4])
        default: return nil
        }
    }

    /// The list that it names, or in which it lies, by its part of the address; nil for none.
    var list: String? {
        switch self {
        case .list(let list), .item(let list, _): list
        default: nil
        }
    }

    /// The address, as answers have it.
    func href(_ account: String) -> String {
        switch self {
        case .root: Self.start + "/"
        case .principals: Self.start + "/principals/"
        case .principal: Self.start + "/principals/\(Self.escaped(account))/"
        case .calendars: Self.start + "/calendars/"
        case .home: Self.start + "/calendars/\(Self.escaped(account))/"
        case .list(let list): DAVPath.home.href(account) + Self.escaped(list) + "/"
        case .item(let list, let name): DAVPath.list(list).href(account) + Self.escaped(name)
        }
    }

    /// A part of a path, in which no sign means anything.
    static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ plainBytes.contains($0) }) { return text }
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// The text of such a part; nil where it is none.
    static func unescaped(_ part: some StringProtocol) -> String? {
        part.utf8.contains(UInt8(ascii: "%")) ? part.removingPercentEncoding : String(part)
    }

    private static let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@"
    private static let plain = CharacterSet(charactersIn: signs)
    private static let plainBytes = Set(signs.utf8)
}

extension HTTPRequest.Method {
    static let propfind = HTTPRequest.Method("PROPFIND")!
    static let proppatch = HTTPRequest.Method("PROPPATCH")!
    static let mkcalendar = HTTPRequest.Method("MKCALENDAR")!
    static let mkcol = HTTPRequest.Method("MKCOL")!
    static let move = HTTPRequest.Method("MOVE")!
    static let copy = HTTPRequest.Method("COPY")!
    static let report = HTTPRequest.Method("REPORT")!
}
