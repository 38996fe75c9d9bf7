import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

/// A kind whose things the command line shows, adds, edits and deletes: see `KindCommand`.
protocol FacedKind: NamedEntity {
    static var face: KindFace<Self> { get }
}

extension FacedKind {
    static var face: KindFace<Self> { KindFace() }
}

/// The words of a kind on the command line, read and typed. All of it follows from the kind and its fields, but for what is
/// said here otherwise.
struct KindFace<Owner: NamedEntity>: Sendable {
    let name: String
    let aliases: [String]
    let abstract: String
    let discussion: String
    /// The purpose of each of its commands, as help says it.
    let shows, adds, edits, deletes: String
    /// A sentence of help about deleting one.
    let deletion: String
    /// The verb for what was added: “Made”.
    let made: String
    /// Follows that, such as a hint.
    let hint: String
    /// Says how to add the first.
    let start: String
    /// The fields that a person says, in the order in which help has them.
    let options: [FieldOption]
    /// True where their order counts: each is named by its number in it.
    let isNumbered: Bool
    /// Commands that this kind alone has.
    let more: [any ParsableCommand.Type]
    /// Shows all of them; nil for a line each.
    let show: (@Sendable ([KindRow<Owner>], BookReader, inout Output) throws -> Void)?
    /// Throws where one that was just added or changed can't be.
    let check: @Sendable (KindRow<Owner>, BookReader) throws -> Void
    /// Says what else becomes of one that is to be deleted, as a sentence behind a space.
    let farewell: @Sendable (KindRow<Owner>, BookReader) throws -> String

    /// - Parameters:
    ///   - options: how fields are said that are not said as their shape has it; and what else gives values.
    init(
        _ name: String? = nil, aliases: [String] = [], abstract: String? = nil, discussion: String = "",
        shows: String? = nil, adds: String? = nil, edits: String? = nil, deletes: String? = nil,
        deletion: String = "", made: String = "Made", hint: String = "", start: String? = nil,
        options: [FieldOption] = [],
        isNumbered: Bool = false, more: [any ParsableCommand.Type] = [],
        show: (@Sendable ([KindRow<Owner>], BookReader, inout Output) throws -> Void)? = nil,
        check: @escaping @Sendable (KindRow<Owner>, BookReader) throws -> Void = { _, _ in },
        farewell: @escaping @Sendable (KindRow<Owner>, BookReader) throws -> String = { _, _ in "" }
    ) {
        let kind = Owner.kind
        let name = name ?? kind.nouns.text
        self.name = name
        self.aliases = aliases
        self.abstract = abstract ?? "Show the \(kind.nouns), or make, change and delete them."
        self.discussion = discussion
        self.shows = shows ?? "Show the \(kind.nouns)."
        self.adds = adds ?? "Make \(kind.one)."
        self.edits = edits ?? "Change \(kind.one)."
        self.deletes = deletes ?? "Delete \(kind.one). 'daybook undo' brings it back."
        self.deletion = deletion
        self.made = made
        self.hint = hint
        let own = Owner.fields.specs.filter { $0.exposure.contains(.input) }.map { spec in
            options.first { $0.field == spec.field }
                ?? FieldOption(spec.field, "\(spec.name)", spec.shape, isNeeded: kind.needed.contains(spec.field))
        }
        self.options = own + options.filter { option in !own.contains { $0.field == option.field } }
        let needs = self.options.filter(\.isNeeded).map { $0.argumentName.uppercased() }
        self.start = start ?? "To make one, run: daybook \(name) add \(needs.joined(separator: " "))"
        self.isNumbered = isNumbered
        self.more = more
        self.show = show
        self.check = check
        self.farewell = farewell
    }

    /// Says how a thing is named on the command line.
    var naming: String { "Its \(isNumbered ? "number in the list" : "name"), or the start of its id." }

    /// A line for a thing: what it is called, and what else it has.
    func line(_ row: KindRow<Owner>) -> String {
        let values = Owner.fields.specs.filter { $0.exposure.contains(.input) }.compactMap { spec in
            let value = spec.get(row.item)
            return value.amount?.text
                ?? spec.shape.text(value).flatMap { $0.isEmpty ? nil : $0.replacing("\n", with: "; ") }
        }
        return values[0] + (values.count > 1 ? ": " : "") + values.dropFirst().joined(separator: ", ")
    }
}

/// How the command line says a field.
struct FieldOption: Sendable {
    let field: Field
    /// The name of the field as options have it.
    let key: String
    /// The name of the option that changes it; nil where it is changed as it is first said, behind the command.
    let option: String?
    /// True where nothing is added without it: then it stands behind the command.
    let isNeeded: Bool
    /// The placeholders in help, behind the command and behind the option.
    let argumentName, valueName: String
    /// The sentence of help about it there.
    let argument, help: String
    /// True for a moment: the option makes it now, and one that begins with `no-` takes it away. Only what is there has it.
    let isFlag: Bool
    /// Makes its value of what is given several times, once for each line of a text or each tag; nil where it is given once.
    let list: (@Sendable ([String]) -> FieldValue)?
    /// The values that it can have; none where it can have any.
    let choices: [String]
    let read: @Sendable (String) throws -> TypedValue

    /// - Parameters:
    ///   - name: of the field.
    ///   - shape: of its values.
    ///   - value: what stands for it in help.
    ///   - read: reads what was typed; throws `ValidationError`.
    init(
        _ field: Field, _ name: String, _ shape: Shape, isNeeded: Bool = false, option: String? = "",
        value: String? = nil, argument: String? = nil, help: String? = nil,
        isRepeated: Bool = false, read: (@Sendable (String) throws -> TypedValue)? = nil
    ) {
        var words = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        isFlag = shape == .time
        if isFlag, words.hasSuffix("-at") { words.removeLast(3) }
        let spoken = words.replacing("-", with: " ")
        var (kind, what, choices) = ("text", isNeeded ? "The new \(spoken)." : "Its \(spoken).", [String]())
        switch shape {
        case .day: (kind, what) = ("day", "Its \(spoken), such as 2026-12-01 or tomorrow; \"\" for none.")
        case .amount: (kind, what) = ("amount", "Its \(spoken), such as \"12.50 EUR\"; \"\" for none.")
        case .signed: (kind, what) = ("amount", "Its \(spoken), such as \"-12.50 EUR\".")
        case .choice(let names): (kind, what, choices) = (words, "One of \(names.joined(separator: ", ")).", names)
        case .time: what = "Whether it is \(spoken)."
        case .entity: (kind, what) = ("id", "The id of its \(spoken); \"\" for none.")
        case .text, .timeOfDay, .position, .repeats, .occurrence, .digest, .texts, .parts: break
        }
        self.field = field
        key = words
        self.option = option == "" ? words : option
        self.isNeeded = isNeeded
        argumentName = value ?? words
        valueName = value ?? kind
        self.argument = argument ?? (words == "name" ? "What it is called." : what)
        self.help = help ?? what
        if shape == .texts {
            list = { .texts($0.filter { !$0.isBlank }) }
        } else if isRepeated {
            list = { .text($0.joined(separator: "\n")) }
        } else {
            list = nil
        }
        self.choices = choices
        self.read = read ?? { try TypedValue($0, shape, spoken) }
    }
}

/// The value of a field as somebody typed it. What it means may depend on the book.
struct TypedValue: Sendable {
    /// Adds it to the values that a thing is to have.
    let add: @Sendable (inout FieldValues, Field, BookReader) throws -> Void

    init(_ value: FieldValue) { add = { values, field, _ in values[field] = value } }

    /// - Parameter more: the values of several fields.
    init(_ more: @escaping @Sendable (BookReader) throws -> FieldValues) {
        add = { values, _, book in values.take(try more(book)) }
    }

    private init(asking value: @escaping @Sendable (BookReader) throws -> FieldValue) {
        add = { values, field, book in values[field] = try value(book) }
    }

    /// - Parameter name: of the field.
    init(_ typed: String, _ shape: Shape, _ name: String) throws {
        let text = TypedText.plain(typed)
        switch shape {
        case .text: self.init(.text(text))
        case _ where text.isBlank: self.init(.nothing)
        case .day: self.init(.day(try TypedDay.one(text, .coming)))
        case .choice(let names): self.init(try TypedText.choice(text, of: names, name))
        case .amount:
            self.init(asking: { book in .amount(try Amount(typed: text, of: nil) { try book.currency() }) })
        case .timeOfDay, .time, .signed, .position, .repeats, .occurrence, .digest, .entity, .texts, .parts:
            do { self.init(try shape.value(of: text, name)) } catch { throw ValidationError(error.message) }
        }
    }
}
