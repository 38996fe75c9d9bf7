public import ArgumentParser
public import DaybookPostgres
import DaybookServer
import DaybookStorage
import Foundation
public import Logging
import UnixSignals

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the book: web app, REST, sync.",
        discussion: """
            Stop it with Ctrl-C. Without accounts it asks nobody who they are, so it listens on this machine only. With \
            --accounts it serves a book to each account, and may listen anywhere if it encrypts, or a proxy does.
            """)

    @Option(
        help: ArgumentHelp("The port to listen on; 0 takes a free one. (default: 8080)", valueName: "number"),
        transform: TypedText.number)
    var port = 8080

    @Option(
        help: ArgumentHelp("The address to listen on. (default: 127.0.0.1)", valueName: "name"),
        transform: TypedText.plain)
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp("Serve the accounts in this folder; see 'daybook account'.", valueName: "folder"),
        completion: .directory, transform: TypedText.plain)
    var accounts: String?

    @Option(
        help: ArgumentHelp(
            "Serve the accounts in a database of PostgreSQL, as other servers may at the same time; see 'daybook database'.",
            valueName: "url"),
        transform: TypedText.plain)
    var database: String?

    @Option(
        help: ArgumentHelp(
            "What a standby of the database has that takes over: 'lossless' if only a synchronous one does, else 'lossy'. (default: lossy)",
            valueName: "kind"))
    var failover: Failover?

    @Option(
        help: ArgumentHelp(
            "Where recordings go instead of the database: s3://BUCKET or s3://BUCKET/PREFIX. The keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
            valueName: "url"),
        transform: TypedText.plain)
    var blobs: String?

    @Option(
        help: ArgumentHelp("The certificate, a PEM file.", valueName: "path"), completion: .file(),
        transform: TypedText.plain)
    var tlsCert: String?

    @Option(
        help: ArgumentHelp("Its key, a PEM file.", valueName: "path"), completion: .file(), transform: TypedText.plain)
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            """
            The IP address of a proxy that encrypts. The server believes its X-Forwarded headers. Give it once for \
            each proxy.
            """,
            valueName: "address"),
        transform: TypedText.plain)
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp("Another site whose pages may use the server.", valueName: "origin"),
        transform: Self.origin)
    var allowOrigin: WebOrigin?

    @Option(
        name: .customLong("push-service"),
        help: ArgumentHelp(
            "A push service to which reminders may be sent, beside those of the usual browsers; give it once for each.",
            valueName: "host"),
        transform: TypedText.plain)
    var pushServices: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long to answer as before once the server is told to end, while /readyz answers 503. (default: 0)",
            valueName: "seconds"),
        transform: TypedText.number)
    var drainDelay = 0

    @Option(
        help: ArgumentHelp(
            "A file with the token by which /metrics can be read from other machines.", valueName: "path"),
        completion: .file(), transform: TypedText.plain)
    var metricsToken: String?

    @Option(help: ArgumentHelp("The lowest level to log.", valueName: "level"))
    var logLevel: Logger.Level = .info

    @OptionGroup var book: BookOptions

    func validate() throws {
        let address = try address()
        guard accounts == nil || book.path == nil else {
            throw ValidationError("--accounts serves each account's own book. Leave --book out.")
        }
        guard database == nil || (accounts == nil && book.path == nil) else {
            throw ValidationError("--database serves the accounts in it. Leave --accounts and --book out.")
        }
        guard failover == nil || database != nil else {
            throw ValidationError("--failover is for a server with --database.")
        }
        guard blobs == nil || database != nil else {
            throw ValidationError("--blobs is for a server with --database. Elsewhere recordings are in the book.")
        }
        guard (0...600).contains(drainDelay) else {
            throw ValidationError("--drain-delay \(drainDelay) isn't valid. Give 0 to 600 seconds.")
        }
        let hasAccounts = accounts != nil || database != nil
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key go together.")
        }
        guard hasAccounts || (tlsCert == nil && trustedProxy.isEmpty) else {
            throw ValidationError("--tls-cert and --trusted-proxy need --accounts or --database.")
        }
        guard tlsCert == nil || trustedProxy.isEmpty else {
            throw ValidationError("Either this server encrypts (--tls-cert) or its proxy does (--trusted-proxy).")
        }
        if address.isLoopback { return }
        if !hasAccounts { throw ValidationError(ServerError.needsAccounts(host: host).message) }
        if tlsCert == nil, trustedProxy.isEmpty {
            throw ValidationError(ServerError.needsEncryption(host: host).message)
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        // Behind a proxy the address is the proxy's.
        let isForOthers = try !address().isLoopback && tlsCert != nil
        let token = try metricsToken.map { try Self.token(in: $0) }
        let server = try await server().watched(drainDelay: .seconds(drainDelay), token: token)
            .reminding(PushServices(pushServices)) { try await PushClient.send($0) }
        try await server.run { url in
            var output = Output()
            output.append("Daybook is at \(url)\n")
            if isForOthers { output.append(Self.invitation(url, isTerminal: isatty(STDOUT_FILENO) == 1)) }
            // Without a reader for the address the server still runs.
            try? output.flush()
        }
    }

    /// How other devices get there: what to type, and for a phone's camera the first of it as a code.
    static func invitation(
        _ url: String, isTerminal: Bool, addresses: @autoclosure () -> [String] = NetworkAddresses.all()
    ) -> String {
        let typable = NetworkAddresses.typable(url, all: addresses())
        guard let first = typable.first else { return "" }
        var text = typable == [url] ? "" : "On other devices:\n" + typable.map { "  \($0)\n" }.joined()
        if isTerminal, let code = QRCode(first) { text += code.lines.map { $0 + "\n" }.joined() }
        return text
    }

    static func origin(_ text: String) throws -> WebOrigin {
        guard let origin = WebOrigin(TypedText.plain(text)) else {
            throw ValidationError(
                "Invalid origin. Use scheme://host[:port] in lower case without a path, such as https://todo.example. "
                    + "Omit the default port (80 or 443).")
        }
        return origin
    }

    /// The first line of a file.
    static func token(in path: String) throws -> String {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        let token = text?.split(whereSeparator: \.isNewline).first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        guard token.utf8.count >= 16 else {
            throw ValidationError(
                "\(path) has no token in its first line. Write one of at least 16 characters there, such as the output of: "
                    + "openssl rand -hex 32")
        }
        return token
    }

    /// On which a command that goes on until it is stopped ends.
    static var endingSignals: [UnixSignal] { BookServer.endingSignals }

    private func address() throws -> ListeningAddress {
        guard (0...65_535).contains(port) else {
            throw ValidationError("There is no port \(port). Give a number from 0 to 65535.")
        }
        guard let address = ListeningAddress(host: host, port: port) else {
            throw ValidationError("--host is empty. Name an address.")
        }
        return address
    }

    private func server() async throws -> BookServer {
        let address = try address()
        var logger = Logger(label: "daybook")
        logger.logLevel = logLevel
        var encryption: Encryption?
        if let tlsCert, let tlsKey { encryption = try Encryption(certificate: tlsCert, key: tlsKey) }
        if let database {
            let store = try blobs.map { try S3Store($0, environment: Environment.variable) }
            let books = BookDatabase(
                try PostgresAddress(database), failover: failover ?? .lossy, blobs: store?.blobs)
            try await books.check()
            try await store?.check()
            return try BookServer(
                database: books, address: address, encryption: encryption, proxies: trustedProxy,
                allowedOrigin: allowOrigin, logger: logger)
        }
        guard let accounts else {
            return try BookServer(
                book: book.open(makes: true), address: address, allowedOrigin: allowOrigin, logger: logger)
        }
        return try BookServer(
            accounts: AccountsOptions.open(accounts), address: address, encryption: encryption, proxies: trustedProxy,
            allowedOrigin: allowOrigin, logger: logger)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
extension Failover: ExpressibleByArgument {}
