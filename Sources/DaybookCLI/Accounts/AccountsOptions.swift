import ArgumentParser
import DaybookPostgres
import DaybookServer
import Foundation

/// Which accounts a command is about.
struct AccountsOptions: ParsableArguments {
    @Option(
        name: .customLong("accounts"),
        help: ArgumentHelp(
            "The folder of the accounts, instead of daybook/accounts in $XDG_DATA_HOME (~/.local/share).",
            valueName: "folder"),
        completion: .directory, transform: TypedText.plain)
    var folder: String?

    @Option(help: DatabaseOptions.help, transform: TypedText.plain)
    var database: String?

    func validate() throws {
        guard folder == nil || database == nil else {
            throw ValidationError("Accounts are in a folder (--accounts) or in a database (--database). Leave one out.")
        }
    }

    /// The accounts of the database; nil where they are in a folder. To be closed in the end.
    func shared() throws -> PostgresAccounts? {
        try database.map { PostgresAccounts(BookDatabase(try PostgresAddress($0), connections: 1)) }
    }

    /// To be closed in the end.
    func open(isReadOnly: Bool = false) throws -> any AccountDirectory {
        try shared() ?? Self.open(location(), isReadOnly: isReadOnly)
    }

    /// Opens the accounts for as long as `body` takes.
    func using<Value>(
        isReadOnly: Bool = false, _ body: (any AccountDirectory) async throws -> Value
    ) async throws -> Value {
        let accounts = try open(isReadOnly: isReadOnly)
        defer { accounts.close() }
        do {
            return try await body(accounts)
        } catch let error as AccountError {
            throw telling(error)
        }
    }

    /// Prints a line for each of what an account has: its number, and more. It only reads.
    func list<Item>(
        _ items: (any AccountDirectory) async throws -> [Item], _ line: (Item) -> (number: Int64, texts: [String])
    ) async throws {
        var output = Output()
        for item in try await using(isReadOnly: true, items) {
            let (number, texts) = line(item)
            output.append(number)
            for text in texts {
                output.append("\t")
                output.append(terminal: text)
            }
            output.append("\n")
        }
        try output.flush()
    }

    /// Says of a missing folder where it was looked for.
    func telling(_ error: AccountError) -> any Error {
        switch error {
        case .noAccount, .noToken, .noDevice, .hasFeed, .noFeed:
            CommandFailure(
                error.message + (folder.map { " --accounts \($0)" } ?? (database == nil ? "" : " --database URL")))
        default: error
        }
    }

    /// Only the first account makes the folder: under a wrong name everybody would seem to be gone.
    static func open(_ folder: String, isReadOnly: Bool = false) throws -> Accounts {
        guard !folder.isEmpty else { throw empty }
        guard Accounts.exist(in: folder) else { throw none(in: folder) }
        return try Accounts(folder: folder, isReadOnly: isReadOnly)
    }

    static func none(in folder: String) -> CommandFailure {
        CommandFailure("There are no accounts in \(folder). Create one: daybook account add NAME --accounts \(folder)")
    }

    private static var empty: CommandFailure { CommandFailure("--accounts is empty. Name a folder.") }

    func location() throws -> String {
        if let folder {
            guard !folder.isEmpty else { throw Self.empty }
            return folder
        }
        return try BookOptions.dataFolder { Environment.variable($0) } + "/accounts"
    }
}
