import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookPostgres
import DaybookServer
import DaybookStorage
import Foundation

@main
struct Daybook: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daybook",
        abstract: "One book for what you have to do and what you spend.",
        discussion: """
            An ITEM is the short number that 'daybook list' shows, or the first four or more digits of an id \
            (eight or more, where all of them are 0 to 9).

            The book is one SQLite file: --book PATH, else $DAYBOOK_BOOK, else daybook/book.sqlite in \
            $XDG_DATA_HOME (~/.local/share). The command line and the server may use it at the same time.

            Exit status: 0 done, 1 failed, 2 wrong usage.
            """,
        version: daybookVersion,
        subcommands: [LicencesCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Everyday",
                subcommands: [
                    Add.self, TodayCommand.self, UpcomingCommand.self, List.self, Show.self, Check.self, Uncheck.self,
                    Skip.self, Search.self,
                ]),
            CommandGroup(
                name: "Tidying",
                subcommands: [
                    Edit.self, Move.self, Delete.self, ClearCompleted.self, KindCommand<ItemList>.self,
                    KindCommand<SavedFilter>.self, KindCommand<Template>.self,
                ]),
            CommandGroup(
                name: "Money",
                subcommands: [
                    Spend.self, Earn.self, Record.self, Entries.self, Categorize.self, DeleteEntry.self, Report.self,
                    Export.self, Import.self, ImportsCommand.self, ImportProfiles.self, MoneyAccountCommand.self,
                    TransferCommand.self, ForecastCommand.self, FloorCommand.self, QuestionsCommand.self,
                    LoanCommand.self,
                    PayOffCommand.self, GoalsCommand.self, BillsCommand.self,
                    TransfersCommand.self, ReconcileCommand.self, SplitCommand.self, RateCommand.self,
                    RatesCommand.self, PayeeCommand.self, KindCommand<EntryRule>.self, CurrencyCommand.self,
                    BudgetCommand.self, KindCommand<Envelope>.self,
                ]),
            CommandGroup(name: "Other devices", subcommands: [Serve.self, RemoteCommand.self, Sync.self]),
            CommandGroup(
                name: "Account",
                subcommands: [
                    AccountCommand.self, TokenCommand.self, DeviceCommand.self, FeedCommand.self, DatabaseCommand.self,
                ]),
            CommandGroup(
                name: "Safety", subcommands: [Undo.self, Redo.self, BackupCommand.self, Restore.self, Purge.self]),
        ])

    // The subcommands state their names, too: deriving them from the types takes a millisecond at every start.
    static func main() async {
        // A file that grows over the limit of its size (`ulimit -f`) is an error like a full disk, and no reason to
        // die.
        signal(SIGXFSZ, SIG_IGN)
        do {
            try checkArguments()
            let arguments = withBookLast(Array(CommandLine.arguments.dropFirst()))
            try checkCommand(arguments[...])
            var command = try parseAsRoot(TypedText.marked(arguments))
            if var asyncCommand = command as? any AsyncParsableCommand {
                try await asyncCommand.run()
            } else {
                try command.run()
            }
        } catch {
            end(error)
        }
    }

    /// Swift puts replacement characters in the place of bytes that are no UTF-8: they would be kept instead of what
    /// was typed.
    private static func checkArguments() throws {
        for (index, argument) in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
            .enumerated()
        {
            guard let argument, String(validatingCString: argument) == nil else { continue }
            throw ValidationError(
                "Argument \(index), \"\(String(cString: argument))\", is not UTF-8. "
                    + "Set the terminal to UTF-8 and type it again.")
        }
        for name in ["DAYBOOK_BOOK", "XDG_DATA_HOME"] {
            guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
            throw ValidationError(
                "$\(name), \"\(String(cString: value))\", is not UTF-8. Set it again in a terminal that uses UTF-8.")
        }
    }

    /// Options of a command stand behind it; `--book` may also stand before it.
    static func withBookLast(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var book: [String] = []
        while let first = rest.first, first == "--book" || first.hasPrefix("--book=") {
            let count = first == "--book" ? 2 : 1
            guard rest.count > count else { return arguments }
            book += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        // Everything behind -- is text.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return rest[..<end] + book + rest[end...]
    }

    /// The parser itself answers `help nosuch`, and a command that isn't there, with the general help.
    private static func checkCommand(_ arguments: ArraySlice<String>) throws {
        var command: any ParsableCommand.Type = Daybook.self
        var path = ""
        for name in arguments.first == "help" ? arguments.dropFirst() : arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !name.hasPrefix("-"), name != "help" else { return }
            guard let next = commands.first(where: { ([$0._commandName] + $0.configuration.aliases).contains(name) })
            else {
                // The period of a budget stands in the place of a command.
                if command == BudgetCommand.self, name.first?.isNumber == true || ["next", "last"].contains(name) {
                    return
                }
                let similar = Suggestion.nearest(to: name, in: commands.map { $0._commandName })
                    .map { "Did you mean '\(path)\($0)'?" }
                throw ValidationError(
                    "There is no command “\(path)\(name)”. "
                        + (similar ?? "'daybook help\(path.isEmpty ? "" : " ")\(path.dropLast())' names them all."))
            }
            command = next
            path += name + " "
        }
    }

    /// Tells what went wrong and ends the process: 1 if it failed, 2 for wrong usage, 0 for help and the like.
    private static func end(_ error: any Error) -> Never {
        switch error {
        case let error as CommandFailure: fail(error.message)
        case BookError.refused(let error): fail(error.advice)
        case let error as BookError: fail(error.message)
        case let error as ItemError: fail(error.advice)
        case let error as InputError: fail(error.message)
        case let error as ServerError: fail(error.message)
        case let error as AccountError: fail(error.message)
        case let error as PostgresError: fail(error.message)
        case let error as BlobStoreError: fail(error.message)
        case let error as RemoteServer.Failure: fail(error.message)
        case let error as RecordingsLeft: fail(error.message)
        // The command has said why.
        case let code as ExitCode: exit(withError: code)
        default: break
        }
        let code = exitCode(for: error)
        var output = Output()
        output.append(TypedText.plain(fullMessage(for: error)))
        output.append("\n")
        if code.isSuccess {
            do {
                try output.flush()
            } catch {
                fail(error.message)
            }
        } else {
            output.flushToStandardError()
        }
        exit(withError: code == .validationFailure ? ExitCode(2) : code)
    }

    private static func fail(_ message: String) -> Never {
        var output = Output()
        output.styled(.alarm, isOn: Output.errorsHaveStyles) { $0.append("Error:") }
        output.append(" ")
        output.append(terminalLine: message)
        output.flushToStandardError()
        exit(withError: ExitCode.failure)
    }
}

/// Why a command can't do what it was asked, in words for the person who asked.
struct CommandFailure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension ItemError {
    /// The message, and the command that helps.
    fileprivate var advice: String {
        guard case .closedAccount(_, let name) = self else { return message }
        return message + " To open it, run: daybook money-account reopen \(RuleText.quoted(name))"
    }
}
