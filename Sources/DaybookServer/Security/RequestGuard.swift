import DaybookCore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Lets in only requests that come the way they should and not from another site's page, and notes who asks.
///
/// A server without accounts has no login, so whatever a browser on this machine can be talked into sending is an
/// attack: a foreign name that resolves to 127.0.0.1 (the `Host` gives it away), or a foreign page that posts (the
/// `Origin` does).
struct RequestGuard {
    /// How requests may reach the server.
    enum Transport: Equatable, Sendable {
        /// From this machine, by one of its own names.
        case loopback
        /// From anywhere, encrypted.
        case tls
        /// From this machine, or through proxies with these addresses, which say where they come from.
        case plain(proxies: Set<String>)
    }

    let transport: Transport
    let allowedOrigin: WebOrigin?

    /// Who asks, by which name of the server.
    ///
    /// - Throws: a `Problem` for who may not come in.
    func caller(of request: Request, _ context: ConnectionContext) throws -> Caller {
        let caller = try caller(request, context)
        let origin = request.headers[.origin]
        let isAllowed = origin != nil && origin == allowedOrigin?.text
        if let origin, !isAllowed, !isOwn(origin: origin, caller, context) {
            let isProxied = if case .plain(let proxies) = transport { !proxies.isEmpty } else { false }
            let hint = " If that is this server's own address, its proxy has to send X-Forwarded-Host and -Proto."
            throw Problem(
                .forbidden,
                "Pages of \(origin) may not use this server. Permit one site with --allow-origin."
                    + (isProxied ? hint : ""))
        }
        if !isAllowed, !request.method.isSafe, request.headers[.secFetchSite] == "cross-site" {
            throw Problem(.forbidden, "Another site's page may not write here. Permit one site with --allow-origin.")
        }
        // Who starts servers and leads requests to them shows nothing that others could use.
        guard caller.isSecure || caller.isThisMachine || HealthRoutes.lead(to: request.routedPath) else {
            throw Problem(
                .forbidden,
                "Use https here: with http others could read along what lets you in. A proxy that encrypts has to send "
                    + "X-Forwarded-Proto: https.")
        }
        return caller
    }

    private func caller(_ request: Request, _ context: ConnectionContext) throws -> Caller {
        // RFC 9112, 3.2: by which of them to go, nobody can know.
        guard request.headers[.host] == nil else {
            throw Problem(.badRequest, "The request has several headers Host. Send one.")
        }
        guard let authority = request.head.authority, WebOrigin.isHost(authority) else { throw Problem.namesNoServer }
        var caller = Caller(authority: authority)
        switch transport {
        case .loopback:
            guard Self.isOwn(authority, port: context.port) else {
                throw Problem(
                    .misdirectedRequest,
                    "This server answers to localhost, 127.0.0.1 and [::1] only; use its address as it was printed at "
                        + "the start.")
            }
        case .tls:
            caller.address = context.peer ?? ""
            caller.isThisMachine = Self.isLoopback(caller.address)
            caller.isSecure = true
        case .plain(let proxies):
            caller.address = context.peer ?? ""
            caller.isThisMachine = Self.isLoopback(caller.address)
            if proxies.contains(caller.address) {
                try believe(request.headers, &caller)
            } else if !caller.isThisMachine {
                throw Problem(.forbidden, "This server is reached through its proxy only, which encrypts.")
            }
        }
        return caller
    }

    /// Believes what a proxy says of the request that it hands on. Where several are in a row, only the last is believed. A proxy
    /// that says something, but not for whom, asks for somebody else.
    private func believe(_ headers: HTTPFields, _ caller: inout Caller) throws {
        func last(_ name: HTTPField.Name) -> String? {
            headers[values: name].joined(separator: ",").split(separator: ",").last.map { $0.filter { $0 != " " } }
        }
        let (scheme, authority) = (last(.xForwardedProto), last(.xForwardedHost))
        caller.isSecure = scheme?.lowercased() == "https"
        if let text = last(.xForwardedFor) {
            guard let address = try? SocketAddress(ipAddress: Self.withoutPort(text), port: 0).plainIPAddress else {
                throw Problem(
                    .badRequest,
                    "The proxy sent “\(text.excerpt)” in X-Forwarded-For, which isn't an IP address. Have it send the client's."
                )
            }
            caller.address = address
            caller.isThisMachine = Self.isLoopback(address)
        } else if scheme != nil || authority != nil {
            caller.isThisMachine = false
        }
        if let authority {
            guard WebOrigin.isHost(authority) else { throw Problem.namesNoServer }
            caller.authority = authority
        }
    }

    /// Tells whether an address is this machine's alone. A request without a socket came from here, too.
    private static func isLoopback(_ address: String) -> Bool {
        var parsed = in_addr()
        if inet_pton(AF_INET, address, &parsed) == 1 { return UInt32(bigEndian: parsed.s_addr) >> 24 == 127 }
        return address.isEmpty || address == "::1"
    }

    /// Some proxies tell the port as well: `192.0.2.1:5555`, `[2001:db8::1]:5555`.
    private static func withoutPort(_ address: String) -> String {
        if address.hasPrefix("["), let end = address.firstIndex(of: "]") {
            return String(address[..<end].dropFirst())
        }
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : address
    }

    private func isOwn(origin: String, _ caller: Caller, _ context: ConnectionContext) -> Bool {
        if transport == .loopback {
            return origin.hasPrefix("http://") && Self.isOwn(origin.dropFirst("http://".count), port: context.port)
        }
        return origin == caller.origin.lowercased()
    }

    /// Tells whether `authority` (a host, and a port unless that is 80) names this server.
    private static func isOwn(_ authority: some StringProtocol, port: Int?) -> Bool {
        let port = port ?? 80
        return ownNames.contains { name in
            guard authority.utf8.count >= name.utf8.count,
                zip(authority.utf8, name.utf8).allSatisfy({ $0.inLowerCase == $1 })
            else { return false }
            let rest = authority.utf8.dropFirst(name.utf8.count)
            guard let colon = rest.first else { return port == 80 }
            return colon == UInt8(ascii: ":") && rest.dropFirst().elementsEqual(String(port).utf8)
        }
    }

    private static let ownNames = ListeningAddress.loopbackHosts.map { $0.contains(":") ? "[\($0)]" : $0 }
}

extension Problem {
    fileprivate static let namesNoServer = Problem(
        .badRequest,
        "The request doesn't name the server that it is for. Send one header Host with the server's name, of up to "
            + "\(WebOrigin.longestHost) bytes.")
}

extension HTTPRequest.Method {
    /// True where it only reads.
    fileprivate var isSafe: Bool { self == .get || self == .head || self == .options }
}

extension HTTPResponse.Status {
    fileprivate static var misdirectedRequest: Self { .init(code: 421, reasonPhrase: "Misdirected Request") }
}

extension HTTPField.Name {
    fileprivate static let host = HTTPField.Name("Host")!
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    fileprivate static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
    fileprivate static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")!
    fileprivate static let xForwardedHost = HTTPField.Name("X-Forwarded-Host")!
}
