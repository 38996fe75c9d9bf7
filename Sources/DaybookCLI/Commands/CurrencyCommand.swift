import ArgumentParser
import DaybookCore
import DaybookStorage

struct CurrencyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "currency", abstract: "Print the currency of amounts that name none, or set it.",
        discussion: "The setting belongs to the book and syncs. Amounts that are there already stay as they are.")

    @Argument(help: "A code of ISO 4217, such as EUR.", transform: TypedText.plain)
    var code: String?

    @OptionGroup var book: BookOptions

    func validate() throws {
        if let code, Currency(code) == nil { throw ValidationError(ItemError.unknownCurrency(code).message) }
    }

    func run() throws {
        var output = Output()
        guard let currency = code.flatMap({ Currency($0) }) else {
            output.append("\(try book.read { try $0.currency() }.code)\n")
            return try output.flush()
        }
        try book.write(makes: true) { try $0.setCurrency(currency) }
        output.append("Amounts that name no currency are in \(currency.code) from now on.\n")
        try output.flushChange()
    }
}

extension BookTransaction {
    /// Settles on the usual currency for a text that names none.
    func settleCurrency(for amount: String?) throws -> Currency? {
        guard let amount, !amount.isEmpty, !Amount.namesCurrency(amount) else { return nil }
        return try settleCurrency(.local ?? .usDollar)
    }
}

extension Output {
    /// Tells once which currency amounts are taken to be in, beside what a command prints.
    static func tell(settled currency: Currency?) {
        guard let currency else { return }
        var output = Output()
        output.append(
            "Amounts that name no currency are in \(currency.code) from now on; change that with 'daybook currency CODE'.\n"
        )
        output.flushToStandardError()
    }
}
