import ArgumentParser
import DaybookStorage

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote", abstract: "Say which server the book syncs with.",
        subcommands: [Add.self, Show.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sync with a server, in place of the one before.",
            discussion: "Everything in the book goes there with the next 'daybook sync', and what is there comes here.")

        @Argument(help: ArgumentHelp("Its address, such as https://book.example.org.", valueName: "url"))
        var url: RemoteAddress

        @OptionGroup var book: BookOptions

        func run() throws {
            try book.write { try $0.setRemote(url: url.text) }
            var output = Output()
            output.append("This book syncs with \(url.text). Start now: daybook sync\n")
            output.flush()
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the server's address.")

        @OptionGroup var book: BookOptions

        func run() throws {
            let remote = try book.read { try $0.remote() }
            var output = Output()
            output.append(remote.map { "\($0.url)\n" } ?? "The book syncs with no server.\n")
            output.flush()
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stop syncing; what is here stays.")

        @OptionGroup var book: BookOptions

        func run() throws {
            try book.write { try $0.removeRemote() }
        }
    }
}
