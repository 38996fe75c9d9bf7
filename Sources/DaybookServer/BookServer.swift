import DaybookCore
public import DaybookPostgres
public import DaybookStorage
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
public import UnixSignals

/// Serves books over HTTP: the web app, REST, the classic interface and sync.
public struct BookServer: Sendable {
    let books: ServedBooks
    let address: ListeningAddress
    let transport: RequestGuard.Transport
    let encryption: Encryption?
    let allowedOrigin: WebOrigin?
    let logger: Logger
    let assets: Assets
    /// Sends reminders to browsers that aren't open; nil where nothing does.
    var pushSender: PushSender?
    /// To which push services it does.
    var pushServices = PushServices()
    /// The kinds that it serves by their fields.
    var kinds = ServedKind.all
    private let pushStore: any ReminderStore
    private let metrics = Metrics()
    private var (drain, drainDelay) = (Drain(.zero), Duration.zero)
    /// The token that programs elsewhere show to read `/metrics`.
    private var metricsToken: Digest?
    /// After so long without a byte of a request that has begun, without another request, or without anything going of
    /// a large answer that is on its way, a connection ends. Answers may take as long as they like to begin. Longer
    /// than most clients keep a connection that they may use again.
    var idleTimeout = TimeAmount.seconds(90)

    /// Serves one book to this machine, and asks nobody who they are.
    ///
    /// - Parameter allowedOrigin: another site whose pages may use the server.
    public init(
        book: Book, address: ListeningAddress, allowedOrigin: WebOrigin? = nil, logger: Logger
    ) throws(ServerError) {
        guard address.isLoopback else { throw .needsAccounts(host: address.host) }
        self.init(
            .one(book), address: address, transport: .loopback, allowedOrigin: allowedOrigin, logger: logger,
            assets: Self.installedAssets(logger))
    }

    /// Serves a book to each account, to everybody who signs in or has a token.
    ///
    /// - Parameters:
    ///   - encryption: nil where a proxy does it, or only this machine is served.
    ///   - proxies: the IP addresses of the proxies whose `X-Forwarded-…` headers are believed.
    public init(
        accounts: Accounts, address: ListeningAddress, encryption: Encryption? = nil, proxies: [String] = [],
        allowedOrigin: WebOrigin? = nil, logger: Logger
    ) throws(ServerError) {
        let transport = try Self.transport(to: address, encryption, proxies)
        self.init(
            .accounts(
                accounts, BookPool(accounts, mostOpen: FileBudget.ofProcess.books, logger: logger), now: { .now() }),
            address: address, transport: transport, encryption: encryption, allowedOrigin: allowedOrigin,
            logger: logger,
            assets: Self.installedAssets(logger))
    }

    /// Serves a book to each account of a database, as any number of other servers do.
    ///
    /// - Parameters: as for accounts in a folder.
    public init(
        database: BookDatabase, address: ListeningAddress, encryption: Encryption? = nil, proxies: [String] = [],
        allowedOrigin: WebOrigin? = nil, logger: Logger
    ) throws(ServerError) {
        let transport = try Self.transport(to: address, encryption, proxies)
        var logger = logger
        logger[metadataKey: "node"] = "\(Self.node)"
        self.init(
            .database(Cluster(database, PostgresAccounts(database))), address: address, transport: transport,
            encryption: encryption, allowedOrigin: allowedOrigin, logger: logger, assets: Self.installedAssets(logger))
    }

    /// Tells the servers of a database apart in their logs.
    private static var node: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return "\(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)):\(getpid())"
    }

    private static func transport(
        to address: ListeningAddress, _ encryption: Encryption?, _ proxies: [String]
    ) throws(ServerError) -> RequestGuard.Transport {
        guard encryption != nil || !proxies.isEmpty || address.isLoopback else {
            throw .needsEncryption(host: address.host)
        }
        var known: Set<String> = []
        for proxy in proxies {
            // The system's own spelling, since callers' addresses are compared with that.
            guard let address = try? SocketAddress(ipAddress: proxy, port: 0) else { throw .badProxy(proxy) }
            known.insert(address.plainIPAddress ?? proxy)
        }
        return encryption == nil ? .plain(proxies: known) : .tls
    }

    init(
        _ books: ServedBooks, address: ListeningAddress, transport: RequestGuard.Transport,
        encryption: Encryption? = nil,
        allowedOrigin: WebOrigin?, logger: Logger, assets: Assets
    ) {
        self.books = books
        self.address = address
        self.transport = transport
        self.encryption = encryption
        self.allowedOrigin = allowedOrigin
        self.logger = logger
        self.assets = assets
        pushStore =
            if case .database(let cluster) = books { PostgresReminders(cluster.database) } else { PushStore(of: books) }
    }

    /// A server that sends reminders to browsers that aren't open.
    public func reminding(_ services: PushServices = PushServices(), send: @escaping PushSender) -> BookServer {
        var server = self
        (server.pushServices, server.pushSender) = (services, send)
        return server
    }

    /// A server that programs watch.
    ///
    /// - Parameters:
    ///   - drainDelay: how long it answers as before after it was told to end, while `/readyz` says so.
    ///   - token: with it `/metrics` can be read from elsewhere.
    public func watched(drainDelay: Duration, token: String? = nil) -> BookServer {
        var server = self
        (server.drain, server.drainDelay) = (Drain(drainDelay), drainDelay)
        server.metricsToken = token.map { Digest(of: Array($0.utf8)) }
        return server
    }

    /// Serves until the process gets SIGTERM, SIGINT or SIGHUP, then finishes what is under way and closes the books.
    ///
    /// - Parameter onListening: told the server's address as soon as it can be reached.
    public func run(onListening: @escaping @Sendable (_ url: String) -> Void) async throws(ServerError) {
        defer {
            pushStore.close()
            do {
                try books.close()
            } catch {
                logger.error("a book can't be closed", metadata: ["error": "\(error)"])
            }
        }
        if let end = encryption?.endsAt, end < time(nil) {
            logger.warning(
                "the certificate has expired", metadata: ["renew": "put a new one there, and restart the server"])
        }
        if encryption?.isKeyOpenToAll == true {
            logger.warning(
                "everybody on this machine can read the certificate's key", metadata: ["mend": "chmod o= on it"])
        }
        do {
            let plain = HTTPServerBuilder { [idleTimeout] responder in
                HTTPChannel(responder: responder, idleTimeout: idleTimeout)
            }
            let application = Application(
                responder: pipeline(),
                server: try encryption.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain,
                configuration: ApplicationConfiguration(
                    address: .hostname(address.host, port: address.port), serverName: nil,
                    availableConnectionsDelegate: .maximum(FileBudget.ofProcess.connections, logger: logger)),
                onServerRunning: { [address, isSecure = encryption != nil] channel in
                    onListening(
                        address.url(port: channel.localAddress?.port ?? address.port, isSecure: isSecure))
                },
                logger: logger)
            var reminders: ReminderService?
            if let pushSender {
                reminders = ReminderService(pushStore, books, pushServices, logger: logger, send: pushSender)
            }
            var services = ServiceGroupConfiguration(
                services: [application] + (reminders.map { [$0] } ?? []) + [drain],
                gracefulShutdownSignals: Self.endingSignals, logger: logger)
            services.maximumGracefulShutdownDuration = drainDelay + .seconds(10)
            try await ServiceGroup(configuration: services).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw .portInUse(address.port)
        } catch let error as IOError where [EADDRNOTAVAIL, EINVAL].contains(error.errnoCode) {
            throw .notHere(host: address.host)
        } catch is SocketAddressError.UnknownHost {
            throw .notHere(host: address.host)
        } catch let error as IOError where error.errnoCode == EACCES {
            throw .notPermitted(address.port)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// On which a program that goes on until it is stopped ends. Without SIGHUP where the starter of the process has
    /// it ignored, as `nohup` does.
    public static var endingSignals: [UnixSignal] {
        var hangUp = sigaction()
        sigaction(SIGHUP, nil, &hangUp)
        let isIgnored = unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 1
        return [.sigterm, .sigint] + (isIgnored ? [] : [.sighup])
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

    /// Everything between a socket and a book.
    func pipeline() -> RequestPipeline {
        let (open, routes) = (openRoutes(), routes())
        var methods = RouteMethods()
        for route in open.routes { methods.add(route.path.description, route.method) }
        for route in routes.routes { methods.add(route.path.description, route.method) }
        return RequestPipeline(
            requestGuard: RequestGuard(transport: transport, allowedOrigin: allowedOrigin),
            crossOrigin: allowedOrigin.map { CrossOrigin(allowedOrigin: $0) }, page: plainPage,
            books: books, open: open.buildResponder(), openPaths: Set(open.routes.map(\.path.description)),
            routes: routes.buildResponder(), methods: methods, calDAV: CalDAV(),
            metrics: metrics)
    }

    /// The routes that are about a book. Nobody gets here without one.
    func routes() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware())
        let cache = ListCache<ByteBuffer> { $0.readableBytes }
        ClassicRoutes(cache: cache).add(to: router)
        TodoRoutes(cache: cache).add(to: router)
        EntryRoutes().add(to: router)
        ForecastRoutes().add(to: router)
        for kind in kinds { kind.add(router) }
        TransferRoutes().add(to: router)
        ReconciliationRoutes().add(to: router)
        RateRoutes().add(to: router)
        BudgetRoutes().add(to: router)
        SettingsRoutes().add(to: router)
        PushRoutes(store: pushStore, services: pushServices, accounts: books.accounts?.0).add(to: router)
        ImportRoutes().add(to: router)
        ExportRoutes().add(to: router)
        SyncRoutes().add(to: router)
        LiveRoute(metrics: metrics, drain: drain).add(to: router)
        BlobRoutes().add(to: router)
        OpenAPIRoute(kinds: kinds).add(to: router)
        AssetRoutes(assets: assets).addPage(to: router)
        return router
    }

    /// The routes that anybody may have.
    private func openRoutes() -> Router<ConnectionContext> {
        let router = Router(context: ConnectionContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware())
        AssetRoutes(assets: assets).add(to: router)
        HealthRoutes(books: books, drain: drain).add(to: router)
        MetricsRoute(metrics: metrics, books: books, token: metricsToken).add(to: router)
        if let (accounts, now) = books.accounts {
            LoginRoutes(accounts: accounts, page: plainPage, now: now).add(to: router)
            FeedRoute(books: books).add(to: router)
        }
        return router
    }

    private var plainPage: PlainPage {
        PlainPage(styles: assets.files.filter { $0.value.contentType.hasPrefix("text/css") }.keys.sorted())
    }
}

/// Why the server can't run.
public enum ServerError: Error, Equatable, Sendable {
    /// Another program listens there.
    case portInUse(Int)
    /// The system doesn't let this program listen at the port, as below 1024.
    case notPermitted(Int)
    /// The host isn't an address of this machine.
    case notHere(host: String)
    /// A book without accounts is served to this machine alone.
    case needsAccounts(host: String)
    /// Others may reach the host, and neither TLS nor a trusted proxy encrypts.
    case needsEncryption(host: String)
    /// The paths of two files that aren't a certificate and its key in PEM.
    case badCertificate(certificate: String, key: String)
    /// The address for the trusted proxy is no IP address.
    case badProxy(String)
    /// Anything else, for this reason.
    case failed(String)

    /// Says what happened and what to do.
    public var message: String {
        switch self {
        case .portInUse(let port):
            "Port \(port) is in use by another program. Stop it, or choose another port with --port."
        case .notPermitted(let port):
            "The system does not let this program listen at port \(port). Choose one from 1024 on with --port, or give it "
                + "the right to (CAP_NET_BIND_SERVICE)."
        case .notHere(let host):
            "\(host) is not an address of this machine. Give one of its own with --host, or 0.0.0.0 for all of them."
        case .needsAccounts(let host):
            "\(host) may be reached from elsewhere (127.0.0.1, ::1 and localhost can't), where anybody could read and change the book. "
                + "Create an account (daybook account add NAME), and serve with --accounts."
        case .needsEncryption(let host):
            "\(host) may be reached from elsewhere (127.0.0.1, ::1 and localhost can't), and passwords would travel in the open. Give --tls-cert and "
                + "--tls-key, or the --trusted-proxy that encrypts."
        case .badCertificate(let certificate, let key):
            "\(certificate) and \(key) can't be used as a certificate and its key. They have to be PEM files that can be read, "
                + "without a password. The key belongs to the first certificate in the file. The certificates that vouch "
                + "for it follow."
        case .badProxy(let text):
            "\(text) is not an IP address. Give --trusted-proxy the one from which the proxy connects, like 127.0.0.1."
        case .failed(let reason):
            "The server stopped: \(reason)."
        }
    }
}
