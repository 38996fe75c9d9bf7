import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Create, list and revoke the addresses at which calendars read what has a day.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create the feed of an account and print its path. It is shown only once.",
            discussion: """
                Put the server's address before the path, and subscribe to it in the calendar: \
                https://book.example.org/feed/….ics. Everybody who knows the address can read the to-dos that have a \
                day, and change nothing. An account has one feed. A server without accounts has none.
                """)

        @Argument(help: "The account.", transform: TypedText.plain)
        var account: String

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            let feed = try await accounts.using { try await $0.addFeed(for: account, now: .now()) }
            var output = Output()
            output.append("/feed/\(feed.text).ics\n")
            try output.flush(
                " The feed was created but could not be shown. Revoke it: daybook feed revoke \(account)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the accounts that have a feed, each with the day it was created.")

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            var output = Output()
            for feed in try await accounts.using({ try await $0.feeds() }) {
                output.append("\(feed.name)\t\(feed.createdAt.text.prefix(10))\n")
            }
            try output.flush()
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke the feed of an account: its address leads to nothing.")

        @Argument(help: "The account.", transform: TypedText.plain)
        var account: String

        @OptionGroup var accounts: AccountsOptions

        func run() async throws {
            try await accounts.using { try await $0.revokeFeed(of: account) }
        }
    }
}
