import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage
import Foundation

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Create, list and remove the accounts of a server.",
        subcommands: [Add.self, List.self, Remove.self, Password.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create an account with an empty book.",
            discussion: "The password, of at least \(Account.shortestPassword) characters, is typed in or read from "
                + "standard input.")

        @Argument(
            help: "Up to 64 of a to z, digits, dots, dashes and underscores; a letter or digit first.",
            transform: TypedText.plain)
        var name: String

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            if let shared = try accounts.shared() { return try await add(to: shared) }
            let folder = try accounts.location()
            try Accounts.checkIsNew(name, in: folder)
            let password = try SecretInput.newPassword()
            let accounts = try Accounts(folder: folder)
            defer { accounts.close() }
            let account = try await accounts.add(name, password: password)
            do {
                try accounts.openBook(of: account).close()
            } catch {
                throw CommandFailure(
                    "The account \(account.name) was created. Its book will be created at the first sign-in. "
                        + error.message)
            }
            var output = Output()
            output.append("The book of \(account.name) is \(accounts.bookPath(of: account))\n")
            output.append("Serve it: daybook serve --accounts \(accounts.folder)\n")
            try output.flushChange()
        }

        private func add(to accounts: PostgresAccounts) async throws {
            defer { accounts.close() }
            try await accounts.checkIsNew(name)
            _ = try await accounts.add(name, password: SecretInput.newPassword(), now: .now())
            var output = Output()
            output.append("The account \(name) was created. Serve it: daybook serve --database URL\n")
            try output.flushChange()
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the accounts, each with its book.")

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            if let shared = try accounts.shared() {
                defer { shared.close() }
                var output = Output()
                for account in try await shared.list() { output.append("\(account.name)\t\(account.id)\n") }
                return try output.flush()
            }
            let accounts = try AccountsOptions.open(accounts.location(), isReadOnly: true)
            defer { accounts.close() }
            let list = try accounts.list()
            var output = Output()
            for account in list { output.append("\(account.name)\t\(accounts.bookPath(of: account))\n") }
            if list.isEmpty { output.append(AccountsOptions.none(in: accounts.folder).message + "\n") }
            try output.flush()
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an account with its sessions and tokens. Its book stays.")

        @Argument(help: "The account.", transform: TypedText.plain)
        var name: String

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            let place = try await accounts.using { accounts in
                let account = try await accounts.remove(name)
                return (account.id, (accounts as? Accounts)?.bookPath(of: account))
            }
            var output = Output()
            output.append("The account \(name) was removed.")
            switch place {
            case (let id, nil): output.append(" The book stays in the database, under the account number \(id).")
            case (_, let path?) where FileManager.default.fileExists(atPath: path):
                output.append(" The book stays: \(path)")
            default: break
            }
            output.append("\n")
            try output.flushChange()
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Set a new password, and end the sessions of the old one.",
            discussion:
                "The command asks for it, or reads it from standard input. Tokens stay valid; see 'daybook token revoke'."
        )

        @Argument(help: "The account.", transform: TypedText.plain)
        var name: String

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            let opened = try accounts.open()
            defer { opened.close() }
            do {
                try await opened.checkExists(name)
                try await opened.setPassword(of: name, to: SecretInput.newPassword())
            } catch let error as AccountError {
                throw accounts.telling(error)
            }
        }
    }
}
