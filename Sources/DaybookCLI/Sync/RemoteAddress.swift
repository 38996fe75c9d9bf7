import ArgumentParser
import Foundation

/// The address of a server to sync with: http or https, a host, perhaps a port and a path.
struct RemoteAddress: Equatable, Sendable {
    let text: String

    /// Reads what somebody typed.
    init(typed argument: String) throws {
        let argument = TypedText.plain(argument)
        guard let address = Self(argument: argument) else {
            let hasScheme = argument.hasPrefix("http://") || argument.hasPrefix("https://")
            throw ValidationError(
                hasScheme
                    ? "An address has a host, perhaps a port and a path, and nothing else."
                    : "An address begins with http:// or https://, such as http://127.0.0.1:8080.")
        }
        self = address
    }

    init?(argument: String) {
        guard let url = URLComponents(string: argument), url.scheme == "http" || url.scheme == "https",
            url.host?.isEmpty == false, url.query == nil, url.fragment == nil, url.user == nil, url.password == nil,
            url.port.map(Self.ports.contains) ?? url.rangeOfPort?.isEmpty ?? true
        else { return nil }
        text = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    }

    private static let ports = 1...65_535
}
