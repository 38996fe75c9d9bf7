import ArgumentParser
import DaybookCore
import DaybookStorage

/// The arguments and options of the fields of a kind, as the parser knows them.
///
/// The parser looks for them among the children of a mirror, and reads each by the name that it has there.
struct FieldArguments<Owner: FacedKind, Use: FieldUse>: ParsableArguments, CustomReflectable {
    private var given: [(field: Field, typed: TypedValue)] = []
    /// The place that it is to have among those of its kind, from 1.
    private(set) var place: Int?

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for option in Self.options {
            let key = Key(stringValue: option.key)
            if Use.isArgument(option) {
                given.append((option.field, try container.decode(Argument<TypedValue>.self, forKey: key).wrappedValue))
            } else if option.isFlag {
                let flag = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue
                if let flag { given.append((option.field, TypedValue(flag ? .time(.now()) : .nothing))) }
            } else if let list = option.list {
                let lines = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
                if !lines.isEmpty { given.append((option.field, TypedValue(list(lines)))) }
            } else if let typed = try container.decode(Option<TypedValue?>.self, forKey: key).wrappedValue {
                given.append((option.field, typed))
            }
        }
        guard Self.isArranged else { return }
        if Use.isForChanges {
            place = try container.decode(Option<Int?>.self, forKey: Self.placeKey).wrappedValue
        } else if try container.decode(Flag<Bool>.self, forKey: Self.placeKey).wrappedValue {
            place = 1
        }
    }

    var customMirror: Mirror {
        var children = Self.options.map { (label: "_" + $0.key, value: Self.wrapper($0)) }
        if Self.isArranged { children.append((label: "_" + Self.placeKey.stringValue, value: Self.placeWrapper)) }
        return Mirror(self, children: children)
    }

    var isEmpty: Bool { given.isEmpty && place == nil }

    /// The values that were given, as they are meant in a book.
    func values(in book: BookReader) throws -> FieldValues {
        var values = FieldValues()
        for (field, typed) in given { try typed.add(&values, field, book) }
        return values
    }

    /// The options, with those that stand behind the command first.
    private static var options: [FieldOption] {
        let options = Owner.face.options.filter { Use.isForChanges || !$0.isFlag }
        return options.filter { Use.isArgument($0) } + options.filter { !Use.isArgument($0) }
    }

    private static func wrapper(_ option: FieldOption) -> Any {
        if Use.isArgument(option) {
            return Argument<TypedValue>(
                help: ArgumentHelp("\(option.argument)", valueName: option.argumentName), transform: option.read)
        }
        let name = NameSpecification.customLong(option.option ?? option.key)
        if option.isFlag {
            return Flag<Bool?>(name: name, inversion: .prefixedNo, help: ArgumentHelp("\(option.help)"))
        }
        let help = ArgumentHelp("\(option.help)", valueName: option.valueName)
        if option.list != nil {
            return Option<[String]>(wrappedValue: [], name: name, help: help, transform: TypedText.plain)
        }
        return Option<TypedValue?>(
            name: name, help: help,
            completion: option.choices.isEmpty ? nil : .list(option.choices), transform: option.read)
    }

    /// True where things have an order of their own, and the command for it isn't another one.
    private static var isArranged: Bool {
        Owner.kind.order == .position && !(Use.isForChanges && Owner.face.isNumbered)
    }

    private static var placeKey: Key { Key(stringValue: "place") }

    private static var placeWrapper: Any {
        if Use.isForChanges {
            return Option<Int?>(
                name: .customLong("place"), help: ArgumentHelp("Its place in the order, from 1.", valueName: "number"),
                transform: TypedText.number)
        }
        return Flag<Bool>(
            wrappedValue: false, name: .customLong("first"), help: "Make it the first \(Owner.kind.noun).")
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

/// The purpose for which fields are given.
protocol FieldUse: Sendable {
    static var isForChanges: Bool { get }
}

extension FieldUse {
    /// True where a field stands behind the command, and has to be given.
    static func isArgument(_ option: FieldOption) -> Bool {
        option.isNeeded && (!isForChanges || option.option == nil)
    }
}

/// For a thing that is to be added.
enum Adding: FieldUse {
    static let isForChanges = false
}

/// For one that is there.
enum Editing: FieldUse {
    static let isForChanges = true
}
