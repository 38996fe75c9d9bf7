import ArgumentParser
import Foundation

/// The address of a server to sync with: http or https, a host, perhaps a port and a path.
struct RemoteAddress: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        guard let url = URLComponents(string: argument), url.scheme == "http" || url.scheme == "https",
            url.host?.isEmpty == false, url.query == nil, url.fragment == nil, url.user == nil, url.password == nil,
            url.rangeOfPort.map({ $0.isEmpty || Self.ports.contains(Int(argument[$0]) ?? 0) }) ?? true
        else { return nil }
        text = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    }

    private static let ports = 1...65_535
}
