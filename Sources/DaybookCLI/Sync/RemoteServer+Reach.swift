import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension RemoteServer.Failure {
    /// No answer came from the server at `url`.
    init(unreachable url: String, _ error: any Error) {
        let reason = Self.reason(error)
        self = .offline("\(url) can't be reached: \(reason). What was written here stays here until it can.")
    }

    /// Says what happened on the way, and what to do.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as IOError: reason(code: error.errnoCode)
        case let error as NIOConnectionError:
            error.connectionErrors.last.map { reason($0.error) }
                ?? "the name \(error.host) isn't known; check the address and the network"
        case NIOSSLError.handshakeFailed(let failure): reason(handshake: "\(failure)")
        case is NIOSSLExtraError: "its certificate is made out to another name; use the name that is in it"
        case HTTPParserError.invalidEOFState, ChannelError.ioOnClosedChannel: hungUp
        case is HTTPParserError: "what answers speaks no HTTP; perhaps the address starts with https"
        case let error as HTTPClientError: reason(error)
        case is RemoteServer.TooSlow: "its answer comes too slowly; check the network and the server"
        default: "\(error)"
        }
    }

    private static let hungUp = "it hung up; check the address, and try again"

    private static func reason(code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "nothing listens there; start the server, or check the address"
        case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN: "there is no way there; check the network"
        case ECONNRESET, EPIPE: hungUp
        default: String(cString: strerror(code))
        }
    }

    /// - Parameter text: all that the library tells of an error.
    private static func reason(handshake text: String) -> String {
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return "its certificate has expired, or this machine doesn't trust it; if it is your own, add it to those "
                + "of this system (docs/server.md says how)"
        }
        if text.contains("WRONG_VERSION_NUMBER") {
            return "what answers doesn't encrypt; perhaps the address starts with http"
        }
        return "encryption couldn't be agreed on; check the server's certificate"
    }

    private static func reason(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout:
            "it doesn't answer; check the network and the server"
        case .remoteConnectionClosed, .uncleanShutdown: hungUp
        default: error.shortDescription
        }
    }
}
