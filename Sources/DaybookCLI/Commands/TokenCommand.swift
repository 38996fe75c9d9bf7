import ArgumentParser
import DaybookServer

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create, list and revoke the tokens of programs.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create a token and print it. It is shown only once.",
            discussion: "A device uses it with 'daybook remote add', a program as 'Authorization: Bearer TOKEN'.")

        @Argument(help: "The account that it belongs to.", transform: TypedText.plain)
        var account: String

        @Option(help: ArgumentHelp("What it is for.", valueName: "text"), transform: TypedText.plain)
        var label = ""

        @OptionGroup var accounts: AccountsOptions

        func run() throws {
            let token = try accounts.using { try $0.addToken(for: account, label: label) }
            var output = Output()
            output.append("\(token.text)\n")
            try output.flush(
                " The token was created but could not be shown. Revoke it. See: daybook token list \(account)")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the tokens of an account: number, label.")

        @Argument(help: "The account.", transform: TypedText.plain)
        var account: String

        @OptionGroup var accounts: AccountsOptions

        func run() throws {
            var output = Output()
            for token in try accounts.using(isReadOnly: true, { try $0.tokens(of: account) }) {
                output.append(token.number)
                output.append("\t")
                output.append(terminal: token.label)
                output.append("\n")
            }
            try output.flush()
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke a token.")

        @Argument(help: "Its number, as 'daybook token list' shows it.")
        var number: Int64

        @OptionGroup var accounts: AccountsOptions

        func run() throws {
            try accounts.using { try $0.revokeToken(number) }
        }
    }
}
