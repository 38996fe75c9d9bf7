import HTTPTypes
import Hummingbird

/// A cookie that no script can read and no other site's page sends along.
struct Cookie {
    /// Says who has signed in.
    static let session = Cookie(name: "daybook_session")
    /// Says whose book a browser holds, after signing out, too.
    static let owner = Cookie(name: "daybook_owner")
    /// Says that a browser is to forget what it holds, at `/clear`.
    static let clearing = Cookie(name: "daybook_clear")

    let name: String

    /// Under TLS the name's prefix keeps other hosts of the domain from setting it. Browsers send cookies to all ports
    /// of a host, whose servers have nothing to do with each other.
    private func name(_ caller: Caller) -> String {
        let port = caller.authority.split(separator: ":", omittingEmptySubsequences: false).last.flatMap { UInt16($0) }
        return (caller.isSecure ? "__Host-" : "") + name + (port.map { "_\($0)" } ?? "")
    }

    func value(in request: Request, _ caller: Caller) -> String? { request.cookie(name(caller)) }

    /// The value of a `Set-Cookie` header. Zero seconds take the cookie away.
    func header(_ value: String, seconds: Int64, _ caller: Caller) -> HTTPField {
        HTTPField(
            name: .setCookie,
            value: "\(name(caller))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
                + (caller.isSecure ? "; Secure" : ""))
    }
}

extension Request {
    func cookie(_ name: String) -> String? {
        // Byte by byte, and spaces before it alone are none of it: browsers let any host of the domain set a name that is
        // nearly one with the prefix, such as `__Ho st-x`, and to characters U+037E is a semicolon.
        for pair in headers[values: .cookie].joined(separator: ";").utf8.split(separator: UInt8(ascii: ";")) {
            let pair = pair.drop { $0 == UInt8(ascii: " ") }
            if pair.starts(with: "\(name)=".utf8) {
                return String(decoding: pair.dropFirst(name.utf8.count + 1), as: UTF8.self)
            }
        }
        return nil
    }
}
