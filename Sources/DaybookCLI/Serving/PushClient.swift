import AsyncHTTPClient
import DaybookServer
import NIOCore
import NIOHTTP1

/// Sends to push services.
enum PushClient {
    /// Follows no redirection: a message is meant for this service and no other.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(10), read: .seconds(20)))
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    /// The status with which the service answers.
    static func send(_ message: PushMessage) async throws -> Int {
        var request = HTTPClientRequest(url: message.url)
        request.method = .POST
        for (name, value) in message.headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: message.body))
        return Int(try await http.execute(request, timeout: .seconds(30)).status.code)
    }
}
