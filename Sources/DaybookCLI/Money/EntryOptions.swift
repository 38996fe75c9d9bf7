import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation

/// Options for all of an entry beside its amount and its day.
struct EntryOptions: ParsableArguments {
    @Option(
        name: .customLong("tag"), help: ArgumentHelp("A tag; give it once for each.", valueName: "name"),
        transform: TypedText.plain)
    var tags: [String] = []

    @Option(help: ArgumentHelp("Where it was.", valueName: "text"), transform: TypedText.plain)
    var place: String?

    @Option(help: ArgumentHelp("To whom it went, or from whom it came.", valueName: "name"), transform: TypedText.plain)
    var payee: String?

    @Option(
        help: ArgumentHelp(
            "The account that it is of: its name, or the currency of a default one.", valueName: "account"))
    var account: AccountName?

    @OptionGroup var budget: EnvelopeOptions

    /// The values that they give, but for the tags, the account and the envelope.
    var values: FieldValues {
        return [.place: place.map { .text($0) }, .payee: payee.map { .text($0) }]
    }
}

/// The option for the envelope of an entry or a transfer.
struct EnvelopeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The envelope that it is of; \"\" for the one of its tags.", valueName: "envelope"),
        transform: TypedText.plain)
    var envelope: String?

    /// The value that it gives; nil where it isn't given.
    func value(in book: BookReader) throws -> FieldValue? {
        guard let envelope else { return nil }
        return try KindName<Envelope>(argument: envelope).map { .entity(try $0.row(in: book).item.id) } ?? .nothing
    }
}

/// The days that a command is about.
struct DaysOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "From this day on, such as 2026-11-21, friday, \"last month\" or 2026-11.", valueName: "day"),
        transform: { try TypedDay($0, .past).first })
    var from: CivilDate?

    @Option(
        help: ArgumentHelp("Through this day, or through this week or month.", valueName: "day"),
        transform: { try TypedDay($0, .past).last })
    var through: CivilDate?

    /// For what `through` is often taken to be called; the parser would suggest `--tag`.
    @Option(
        name: [.customLong("to"), .customLong("until"), .customLong("till")], help: .hidden,
        transform: { _ in throw ValidationError("The last day is given with --through.") })
    var to: CivilDate?

    func validate() throws {
        if let from, let through, from > through {
            throw ValidationError("--from \(from.text) comes after --through \(through.text). Swap the two days.")
        }
    }
}

/// Which entries a command is about.
struct EntryFilterOptions: ParsableArguments {
    @Option(
        name: .customLong("tag"), help: ArgumentHelp("With this tag, or one of several.", valueName: "name"),
        transform: TypedText.plain)
    var tags: [String] = []

    @Flag(help: "With all of the tags.")
    var allTags = false

    @Option(
        name: .customLong("kind"), help: "income, expense or unsorted.",
        completion: .list(["income", "expense", "unsorted"]), transform: EntryFilterOptions.kind)
    var kinds: [EntryKind] = []

    @Option(
        help: ArgumentHelp(
            "With these words in the note, the place or the tags, in upper or lower case.", valueName: "words"),
        transform: TypedText.plain)
    var text = ""

    @OptionGroup var days: DaysOptions

    @Option(help: ArgumentHelp("Of this account: its name, or the currency of a default one.", valueName: "account"))
    var account: AccountName?

    func validate() throws {
        if let tag = tags.first(where: { !ItemTag.isName($0.trimmed) }) {
            throw ValidationError(ItemError.badTag(tag).message)
        }
    }

    /// True where they ask for nothing.
    var isEmpty: Bool { account == nil && ownFilter == EntryFilter() }

    func filter(in book: BookReader) throws -> EntryFilter {
        var filter = ownFilter
        if let account { filter.account = try book.scope(of: account.account(in: book)) }
        if !text.isEmpty { filter.payees = try book.payeeNames() }
        return filter
    }

    /// Without the account.
    private var ownFilter: EntryFilter {
        EntryFilter(
            kinds: kinds, tags: tags.map(\.trimmed), matching: allTags ? .all : .any, text: text, from: days.from,
            through: days.through)
    }

    static func kind(_ text: String) throws -> EntryKind {
        do {
            return try EntryKind.named(text)
        } catch {
            throw ValidationError(error.message)
        }
    }
}

extension BookReader {
    /// The currency of an amount that names none: that of most entries, else the one of the person's country.
    func currency() throws -> Currency { try usualCurrency() ?? .local ?? .usDollar }
}

extension Amount {
    /// The amount that a person typed.
    ///
    /// - Parameters:
    ///   - kind: as `Amount.init` takes it.
    ///   - usual: is asked only where the text names no code: a book in which none is set looks at all entries.
    init(typed text: String, of kind: EntryKind?, usual: () throws -> Currency) throws {
        try self.init(text, of: kind, usual: Amount.namesCode(text) ? .usDollar : usual(), local: .local)
    }

    /// Reads what is in an account as somebody typed it: see `balance`.
    static func typed(balance text: String, usual: () throws -> Currency) throws -> (amount: Amount, isOwed: Bool) {
        try balance(text, usual: namesCode(text) ? .usDollar : usual(), local: .local)
    }
}

extension Currency {
    /// The currency of the person's country, as the environment names it (`Locale.current` doesn't look there on Linux).
    static var local: Currency? {
        let environment = ProcessInfo.processInfo.environment
        let name = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let locale = Locale(identifier: String(name.prefix { $0 != "." && $0 != "@" }))
        // Bulgaria has had the euro since 2026, of which Foundation's data may not know.
        return locale.currency.flatMap { Currency($0.identifier == "BGN" ? "EUR" : $0.identifier) }
    }
}
