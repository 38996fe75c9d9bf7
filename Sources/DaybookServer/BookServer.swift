public import DaybookStorage
import Foundation
import Hummingbird
public import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The version of the program.
public let daybookVersion = "0.1.0"

/// Serves a book to this machine over HTTP: the web app, REST, the classic interface and sync.
public struct BookServer: Sendable {
    let book: Book
    let address: ListeningAddress
    let allowedOrigin: WebOrigin?
    let logger: Logger
    let assets: Assets

    /// - Parameter allowedOrigin: another site whose pages may use the server.
    public init(book: Book, address: ListeningAddress, allowedOrigin: WebOrigin? = nil, logger: Logger) {
        self.init(
            book: book, address: address, allowedOrigin: allowedOrigin, logger: logger,
            assets: Self.installedAssets(logger))
    }

    init(book: Book, address: ListeningAddress, allowedOrigin: WebOrigin?, logger: Logger, assets: Assets) {
        self.book = book
        self.address = address
        self.allowedOrigin = allowedOrigin
        self.logger = logger
        self.assets = assets
    }

    /// Serves until the process gets SIGTERM or SIGINT, then finishes what is under way.
    ///
    /// - Parameter onListening: told the server's address as soon as it can be reached.
    public func run(onListening: @escaping @Sendable (_ url: String) -> Void) async throws(ServerError) {
        let application = Application(
            router: router(),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: nil),
            onServerRunning: { [address] channel in
                onListening(address.url(port: channel.localAddress?.port ?? address.port))
            },
            logger: logger)
        var services = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        services.maximumGracefulShutdownDuration = .seconds(10)
        do {
            try await ServiceGroup(configuration: services).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw .portInUse(address.port)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// The web app's files, or none: the rest works without them.
    private static func installedAssets(_ logger: Logger) -> Assets {
        guard let folder = Assets.folder else { return .none }
        do {
            return try Assets(folder: folder)
        } catch {
            logger.warning("the web app's files can't be read", metadata: ["folder": "\(folder.path)"])
            return .none
        }
    }

    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestLog())
        router.add(middleware: SafeHeaders())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: RequestGuard(allowedOrigin: allowedOrigin))
        if let allowedOrigin { router.add(middleware: CrossOrigin(allowedOrigin: allowedOrigin)) }
        let cache = ListCache()
        ClassicRoutes(book: book, cache: cache).add(to: router)
        TodoRoutes(book: book, cache: cache).add(to: router)
        EntryRoutes(book: book).add(to: router)
        SyncRoutes(book: book).add(to: router)
        LiveRoute(book: book).add(to: router)
        BlobRoutes(book: book).add(to: router)
        OpenAPIRoute().add(to: router)
        AssetRoutes(assets: assets, book: book).add(to: router)
        return router
    }
}

/// Why the server can't run.
public enum ServerError: Error, Equatable, Sendable {
    case portInUse(Int)
    case failed(String)

    /// What happened and what to do.
    public var message: String {
        switch self {
        case .portInUse(let port):
            "Port \(port) is in use by another program. Stop it, or choose another port with --port."
        case .failed(let reason):
            "The server stopped: \(reason)."
        }
    }
}
