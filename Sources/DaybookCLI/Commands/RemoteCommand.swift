import ArgumentParser
import DaybookStorage

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote", abstract: "Say which server the book syncs with.",
        subcommands: [Add.self, Show.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sync with a server, in place of the one before.",
            discussion: """
                Everything in the book goes there with the next 'daybook sync', and what is there comes here.

                A server with accounts wants a token, which 'daybook token add' makes there. It comes from --token-file, \
                else $DAYBOOK_TOKEN, else it is asked for; it is kept beside the book, readable by you alone. Where nobody \
                can be asked, one that is kept for this address stays.
                """)

        @Argument(
            help: ArgumentHelp("Its address, such as https://book.example.org.", valueName: "url"),
            transform: RemoteAddress.init(typed:))
        var url: RemoteAddress

        @Option(
            help: ArgumentHelp("A file that holds the token.", valueName: "path"), completion: .file(),
            transform: TypedText.plain)
        var tokenFile: String?

        @OptionGroup var book: BookOptions

        func run() throws {
            let given = try token()
            let token = try given?.map { try RemoteToken($0, url: url.text) }
            let path = try book.location()
            try book.write(makes: true) { try $0.setRemote(url: url.text) }
            var isGone = false
            if let token {
                try token.store(book: path)
            } else if given != nil || RemoteToken(book: path, url: url.text) == nil {
                isGone = RemoteToken.remove(book: path)
            }
            var output = Output()
            output.append("This book syncs with \(url.text). Start now: daybook sync\n")
            if isGone { output.append("The token that was kept here is deleted; it isn't sent to this server.\n") }
            try output.flushChange()
        }

        /// Nil where nobody can be asked, and nil in it for a server that asks for none.
        private func token() throws -> String?? {
            if let tokenFile {
                return String(decoding: try FileInput.bytes(of: tokenFile), as: UTF8.self)
            }
            if let token = Environment.variable("DAYBOOK_TOKEN") { return token }
            guard SecretInput.isTerminal else { return nil }
            return .some(
                try SecretInput.line("Token (empty for a server without accounts): ").flatMap {
                    $0.isEmpty ? nil : $0
                })
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the server's address.")

        @OptionGroup var book: BookOptions

        func run() throws {
            let remote = try book.read { try $0.remote() }
            var output = Output()
            output.append(remote.map { "\($0.url)\n" } ?? "The book syncs with no server.\n")
            try output.flush()
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stop syncing; what is here stays.")

        @OptionGroup var book: BookOptions

        func run() throws {
            let remote = try book.write { book in
                let remote = try book.reader.remote()
                try book.removeRemote()
                return remote
            }
            RemoteToken.remove(book: try book.location())
            var output = Output()
            output.append(
                remote.map { "The book syncs with \($0.url) no more. What is here stays.\n" }
                    ?? "The book syncs with no server.\n")
            try output.flushChange()
        }
    }
}
