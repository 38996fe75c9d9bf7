import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage
import Foundation

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create, list and revoke the tokens of programs.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create a token and print it. It is shown only once.",
            discussion: "A device uses it with 'daybook remote add', a program as 'Authorization: Bearer TOKEN'.")

        @Argument(help: "The account that it belongs to.", transform: TypedText.plain)
        var account: String

        @Option(help: ArgumentHelp("What it is for.", valueName: "text"), transform: TypedText.plain)
        var label = ""

        @Option(
            help: ArgumentHelp(
                "The server's address as phones reach it, to print what they ask for, with a code for a camera.",
                valueName: "address"))
        var url: String?

        @OptionGroup var accounts: AccountsOptions

        func validate() throws {
            guard let url else { return }
            guard try RemoteToken.isSafe(Serve.origin(url).text) else {
                throw ValidationError(
                    "The token would travel to \(url) in the open. Use an address that starts with https.")
            }
        }

        func run() async throws {
            let token = try await accounts.using {
                try await $0.addToken(for: account, label: label, now: .now())
            }
            var output = Output()
            if let url {
                try output.append(login(token.text, at: Serve.origin(url).text))
            } else {
                output.append("\(token.text)\n")
            }
            try output.flush(
                " The token was created but could not be shown. Revoke it. See: daybook token list \(account)")
        }

        /// Tells what an app of a phone asks for; on a terminal with the same as a code.
        private func login(_ token: String, at origin: String) -> String {
            let text = "Server:    \(origin)/dav/\nUser name: \(account)\nPassword:  \(token)\n"
            guard Output.isTerminal, let code = QRCode(Self.link(to: origin, account, token)) else { return text }
            return text + code.lines.map { $0 + "\n" }.joined()
        }

        /// An address that opens the login of DAVx⁵ with everything filled in.
        static func link(to origin: String, _ account: String, _ token: String) -> String {
            let scheme = origin.hasPrefix("https:") ? "caldavs" : "caldav"
            let name = account.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? account
            let host = origin.drop { $0 != "/" }.drop { $0 == "/" }
            return "\(scheme)://\(name):\(token)@\(host)/dav/"
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the tokens of an account: number, label.")

        @Argument(help: "The account.", transform: TypedText.plain)
        var account: String

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            try await accounts.list({ try await $0.tokens(of: account) }) { ($0.number, [$0.label]) }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke a token.")

        @Argument(help: "Its number, as 'daybook token list' shows it.")
        var number: Int64

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            try await accounts.using { try await $0.revokeToken(number) }
        }
    }
}

/// The browsers that are reminded, which come and go with their sessions or tokens.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "List and revoke the browsers that get notifications.",
        subcommands: [List.self, Revoke.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the devices of an account: number, since when, name.")

        @Argument(help: "The account.", transform: TypedText.plain)
        var account: String

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            try await accounts.list({ try await $0.devices(of: account) }) {
                ($0.number, [CivilDate.local($0.createdAt).text, $0.name])
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Send a device no more notifications, and sign it out.")

        @Argument(help: "Its number, as 'daybook device list' shows it.")
        var number: Int64

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            try await accounts.using { try await $0.revokeDevice(number) }
        }
    }
}
