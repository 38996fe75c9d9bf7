public import ArgumentParser
public import DaybookServer
import DaybookStorage
public import Logging

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the book to this machine: web app, REST, sync.",
        discussion: "Stop it with Ctrl-C. There are no accounts yet, so it listens on this machine only.")

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "number"))
    var port = 8080

    @Option(help: ArgumentHelp("127.0.0.1, ::1 or localhost.", valueName: "name"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Another site whose pages may use the server.", valueName: "origin"))
    var allowOrigin: WebOrigin?

    @Option(help: ArgumentHelp("The least important messages to log.", valueName: "level"))
    var logLevel: Logger.Level = .info

    @OptionGroup var book: BookOptions

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("There is no port \(port); give a number from 0 to 65535.")
        }
        guard ListeningAddress(host: host, port: port) != nil else {
            throw ValidationError(
                "\(host) is not an address of this machine alone. There are no accounts yet, so the book is served "
                    + "on 127.0.0.1, ::1 or localhost only.")
        }
    }

    func run() async throws {
        guard let address = ListeningAddress(host: host, port: port) else { return }
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "daybook")
        logger.logLevel = logLevel
        let server = BookServer(
            book: try book.open(), address: address, allowedOrigin: allowOrigin, logger: logger)
        try await server.run { url in
            var output = Output()
            output.append("Daybook is at \(url)\n")
            output.flush()
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension WebOrigin: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
