import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct ImportProfiles: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-profiles",
        abstract: "List what the book remembers of the files that you import, or forget it.",
        discussion: """
            What you say of a CSV with --account, --column, --date-order, --decimal-mark, --negate and --leave-out holds for \
            the next file with the same line of names.
            """)

    @Option(help: "The number of what to forget.")
    var forget: Int64?

    @OptionGroup var book: BookOptions

    func run() throws {
        var output = Output()
        if let forget {
            guard try book.write(undoable: false, { try $0.forgetImportAnswers(forget) }) else {
                throw CommandFailure("There is no profile \(forget). 'daybook import-profiles' shows all.")
            }
            output.append("Forgot the profile \(forget)\n")
            return try output.flushChange()
        }
        let (all, names) = try book.read { (try $0.importAnswers(), try $0.accountNames()) }
        for answers in all {
            let profile = ImportProfile(kind: answers.kind, account: answers.account, answers: answers.answers)
            let account = answers.account.map { ["--account \"\(names[$0] ?? "deleted")\""] } ?? []
            output.append(answers.number, width: 4)
            output.append(terminalLine: "  \(answers.kind.excerpt)")
            output.append(terminalLine: "      " + (account + (profile?.words ?? [])).joined(separator: " "))
        }
        try output.flush()
    }
}
