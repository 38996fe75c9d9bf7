import ArgumentParser
import DaybookCore
import DaybookStorage

struct FloorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "floor", abstract: "Print the balance that no forecast shall fall below, or set it.",
        discussion: """
            The setting belongs to the book and syncs. It holds for forecasts in its currency. 'daybook forecast --floor' takes \
            another one for once.

              daybook floor 200
              daybook floor -500 EUR
            """)

    @Argument(help: "The balance, below 0 where you may owe it.", transform: TypedText.plain)
    var words: [String] = []

    @OptionGroup var book: BookOptions

    func run() throws {
        var output = Output()
        guard !words.isEmpty else {
            let floor = try book.read { try $0.settings().floor?.text ?? Sum(.zero($0.currency())).text }
            output.append("\(floor)\n")
            return try output.flush()
        }
        let floor = try book.write(makes: true) { book in
            let text = words.joined(separator: " ")
            let floor = try SignedAmount(written: text, usual: book.reader.currency(), local: .local)
            try book.set(.floor, to: floor.bytes)
            return floor
        }
        output.append("No forecast in \(floor.currency.code) shall fall below \(floor.text) from now on.\n")
        try output.flushChange()
    }
}
