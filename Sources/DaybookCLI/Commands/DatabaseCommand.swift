import ArgumentParser
import DaybookPostgres
import DaybookServer

struct DatabaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "Prepare a database of PostgreSQL for several servers of the same accounts.",
        discussion: "See docs/cluster.md. A database is served by 'daybook serve --database URL'.",
        subcommands: [Init.self, Migrate.self, Import.self, NewEpoch.self, Check.self])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init", abstract: "Create Daybook's tables in a database.")

        @OptionGroup var database: DatabaseOptions

        func run() throws {
            try BookDatabase.initialize(database.address())
            try DatabaseCommand.report(
                "The database is ready. Create an account: daybook account add NAME --database URL\n")
        }
    }

    struct Migrate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate", abstract: "Bring Daybook's tables to the version of this program.")

        @OptionGroup var database: DatabaseOptions

        func run() throws {
            let version = try BookDatabase.migrate(database.address())
            let known = BookDatabase.schemaVersion
            try DatabaseCommand.report(
                version == known
                    ? "The database is of version \(known) already. Nothing was changed.\n"
                    : "The database was of version \(version), and is of version \(known) now. Servers of version "
                        + "\(BookDatabase.servedFrom) or later can go on; replace them one after the other.\n")
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Bring the accounts of a folder and their books into an empty database.",
            discussion: """
                Stop the server of the folder first. Names, passwords, tokens and feeds stay valid; people sign in again in \
                browsers. The folder isn't changed.
                """)

        @Argument(
            help: "The folder of the accounts, as in 'serve --accounts'.", completion: .directory,
            transform: TypedText.plain)
        var folder: String

        @OptionGroup var database: DatabaseOptions

        func run() throws {
            let accounts = try AccountsOptions.open(folder, isReadOnly: true)
            defer { accounts.close() }
            let count = try PostgresAccounts.take(accounts, into: database.address())
            try DatabaseCommand.report(
                "\(count) \(count == 1 ? "account was" : "accounts were") imported with all in their books.\n")
        }
    }

    struct NewEpoch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new-epoch", abstract: "Have all devices send back what the database may lack.",
            discussion: "For a database that was put back to a backup in a way that PostgreSQL itself doesn't notice.")

        @OptionGroup var database: DatabaseOptions

        func run() throws {
            try BookDatabase.drawEpoch(database.address())
            try DatabaseCommand.report("Devices will send everything once more.\n")
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Say whether this program can serve a database.")

        @OptionGroup var database: DatabaseOptions

        func run() throws {
            let version = try BookDatabase.version(BookDatabase.connect(database.address()))
            try DatabaseCommand.report("The database can be served. It is of version \(version).\n")
        }
    }

    fileprivate static func report(_ text: String) throws {
        try Output.show { $0.append(text) }
    }
}

/// Which database a command is about.
struct DatabaseOptions: ParsableArguments {
    static let help = ArgumentHelp(
        "A database of PostgreSQL: postgres://USER@HOST:PORT/NAME. Put the password into ~/.pgpass or $PGPASSWORD.",
        valueName: "url")

    @Option(help: Self.help, transform: TypedText.plain)
    var database: String

    func address() throws -> PostgresAddress { try PostgresAddress(database) }
}
