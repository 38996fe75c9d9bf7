import ArgumentParser
import DaybookStorage

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote", abstract: "Set, show or remove the server that the book syncs with.",
        subcommands: [Add.self, Show.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sync with this server from now on.",
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
            let path = try book.location()
            let token = try token(book: path)
            // Both or neither.
            let isGone = try RemoteToken.keeping(book: path) {
                try book.write(makes: true) { book in
                    try book.setRemote(url: url.text)
                    guard let token else { return try RemoteToken.remove(book: path) }
                    try token.store(book: path)
                    return false
                }
            }
            var output = Output()
            output.append("This book syncs with \(url.text). Start now: daybook sync\n")
            if isGone { output.append("The token of the server before was deleted.\n") }
            if token == nil, !SecretInput.isTerminal {
                output.append("No token is sent. If the server has accounts, give one: --token-file PATH\n")
            }
            try output.flushChange()
        }

        /// Where nobody can be asked, the one that is kept for this server. Nil for a server that asks for none.
        private func token(book: String) throws -> RemoteToken? {
            if let tokenFile {
                return try RemoteToken(String(decoding: FileInput.bytes(of: tokenFile), as: UTF8.self), url: url.text)
            }
            if let token = Environment.variable("DAYBOOK_TOKEN") { return try RemoteToken(token, url: url.text) }
            guard SecretInput.isTerminal else { return try RemoteToken(book: book, url: url.text) }
            let line = try SecretInput.line("Token (empty for a server without accounts): ")
            return try line.flatMap { $0.isEmpty ? nil : try RemoteToken($0, url: url.text) }
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
        static let configuration = CommandConfiguration(abstract: "Stop syncing. The book stays.")

        @OptionGroup var book: BookOptions

        func run() throws {
            let path = try book.location()
            let remote = try RemoteToken.keeping(book: path) {
                try book.write { book in
                    let remote = try book.reader.remote()
                    try book.removeRemote()
                    try RemoteToken.remove(book: path)
                    return remote
                }
            }
            var output = Output()
            output.append(
                remote.map { "The book syncs with \($0.url) no more. What is here stays.\n" }
                    ?? "The book syncs with no server.\n")
            try output.flushChange()
        }
    }
}
