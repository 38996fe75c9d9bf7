import Foundation
import Hummingbird
import Logging
import NIOCore

/// Hummingbird with one route that answers "hello": what a request costs before anything is done.
@main struct Hello {
    static func main() async throws {
        let router = Router()
        router.get("hello") { _, _ in "hello" }
        var logger = Logger(label: "hello")
        logger.logLevel = .warning
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), serverName: nil),
            onServerRunning: { channel in
                print("Hello is at http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            },
            logger: logger)
        try await application.runService()
    }
}
