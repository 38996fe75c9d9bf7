public import DaybookCore

/// The schemas of to-dos, entries, transfers, statements and rates in `openapi.yaml`, from the lists of their fields. Those of
/// other kinds are in `KindResource`.
public enum FieldSchema {
    /// Tells what a client sends (`TodoInput`, `EntryInput` and `EntryChange`) and what it is answered (`Todo` and `Entry`),
    /// indented as they stand below `schemas:`.
    public static func yaml(_ todos: FieldList<Todo> = Todo.fields, _ entries: FieldList<Entry> = Entry.fields)
        -> String
    {
        let making = """
                  description: It has an amount, or is not sorted and has a recording. Null is as good as left out
                  anyOf: [{required: [amount]}, {required: [voice]}]

            """
        return input("TodoInput", todos) + answer("Todo", todos)
            + input("EntryInput", entries, isNew: true, making) + input("EntryChange", entries)
            + answer("Entry", entries) + input("TransferInput", Transfer.fields, isNew: true)
            + input("TransferChange", Transfer.fields) + answer("Transfer", Transfer.fields)
            + input("ReconciliationInput", Reconciliation.fields) + answer("Reconciliation", Reconciliation.fields)
            + input("RateInput", Rate.fields, isNew: true) + answer("Rate", Rate.fields)
    }

    private static func schema(_ name: String, _ more: String, _ properties: [String]) -> String {
        "    \(name):\n      type: object\n" + more + "      properties:\n"
            + properties.map { "        \($0)\n" }.joined()
    }

    /// - Parameter isNew: whether it is for what is made alone, and null is as good as left out.
    static func input<Owner: Entity>(
        _ name: String, _ fields: FieldList<Owner>, isNew: Bool = false, _ more: String = ""
    ) -> String {
        var properties: [String] = []
        for member in FieldMember.members(fields) {
            if case .completion = member.form { properties.append("completed: {type: boolean}") }
            if case .order = member.form {
                properties.append(
                    "\(member.name): {type: number\(note(member.spec.field, of: Owner.self, isInput: true))}")
            }
            guard !member.spec.exposure.isDisjoint(with: isNew ? [.input, .createOnly] : .input) else { continue }
            let type = type(member, isInput: true, isNullable: isNew || member.spec.isOptional)
            properties.append(
                "\(member.name): {\(type)\(note(member.spec.field, of: Owner.self, isInput: true, isNew: isNew))}")
            switch member.form {
            case .amount(let currency):
                let more = isNew ? "" : ". A change of it alone is one of the amount"
                properties.append(
                    "\(currency): {type: [string, \"null\"], pattern: \"^[A-Za-z]{3}$\", description: A code of ISO 4217; "
                        + "the usual one if it is left out\(more)}")
            case .repeats(let mode): properties.append("\(mode): \(modes)")
            default: if let other = member.otherName { properties.append(former(other, member, type)) }
            }
        }
        return schema(name, more, properties)
    }

    static func answer<Owner: Entity>(_ name: String, _ fields: FieldList<Owner>) -> String {
        var properties = ["id: {type: string, pattern: \"^[0-9a-f]{32}$\"}", "url: {type: string, format: uri}"]
        var required = ["id", "url"]
        for member in FieldMember.members(fields) {
            let isNullable = fields.writesNulls && member.spec.isOptional && member.spec.shape != .parts
            let note = note(member.spec.field, of: Owner.self, isInput: false)
            switch member.form {
            case .completion:
                properties.append("completed: {type: boolean}")
                properties.append("\(member.name): {type: [string, \"null\"], format: date-time}")
                required += member.names
            case .order: properties.append("\(member.name): {type: number\(note)}")
            case .occurrence(let series):
                properties.append(
                    "\(series): {type: string, description: The id of the repeating to-do that it is one of}")
                properties.append("\(member.name): {type: integer\(note)}")
            default:
                let type = type(member, isInput: false, isNullable: isNullable)
                properties.append("\(member.name): {\(type)\(note)}")
                switch member.form {
                case .amount(let currency):
                    let type = isNullable ? "[string, \"null\"]" : "string"
                    properties.append("\(currency): {type: \(type), pattern: \"^[A-Z]{3}$\"}")
                case .repeats(let mode): properties.append("\(mode): \(modes)")
                default: if let other = member.otherName { properties.append(former(other, member, type)) }
                }
                if fields.writesNulls || !member.spec.isOptional { required += member.names }
            }
        }
        return schema(
            name, "      required: [\((required + ["synced"]).joined(separator: ", "))]\n",
            properties + ["synced: {type: boolean}"])
    }

    private static let modes = "{type: string, enum: [\(RepeatMode.allCases.map(\.name).joined(separator: ", "))]}"

    private static func former<Owner: Entity>(_ name: String, _ member: FieldMember<Owner>, _ type: String) -> String {
        "\(name): {\(type), deprecated: true, description: As \(member.name)}"
    }

    private static func type<Owner: Entity>(
        _ member: FieldMember<Owner>, isInput: Bool, isNullable: Bool
    ) -> String {
        func type(_ name: String) -> String { "type: " + (isNullable ? "[\(name), \"null\"]" : name) }
        let string = type("string")
        switch member.spec.shape {
        case .text where isInput && member.spec.field == .title:
            return string + ", minLength: 1, maxLength: \(ItemError.longestTitle)"
        case .text, .position, .repeats, .occurrence: return string
        case .day: return string + ", format: date"
        case .timeOfDay:
            return string + ", pattern: \"^[0-2][0-9]:[0-5][0-9](\\\\[[A-Za-z0-9+/_-]{1,64}\\\\])?$\""
        case .time: return string + ", format: date-time"
        case .amount: return string + (isInput ? "" : ", pattern: \"^[0-9]+([.][0-9]+)?$\"")
        case .signed: return string + ", pattern: \"^-?[0-9]+([.][0-9]+)? [A-Z]{3}$\""
        case .choice(let names):
            return string + ", enum: [\((names + (isNullable ? ["null"] : [])).joined(separator: ", "))]"
        case .digest: return string + ", pattern: \"^[0-9A-Fa-f]{64}$\""
        case .entity: return string + ", pattern: \"^[0-9A-Fa-f]{32}$\""
        case .texts: return type("array") + ", items: {type: string}"
        case .parts: return type("array") + ", items: {$ref: \"#/components/schemas/Part\"}"
        }
    }

    /// Tells what the name doesn't say.
    private static func note<Owner: Entity>(
        _ field: Field, of: Owner.Type, isInput: Bool, isNew: Bool = false
    ) -> String {
        let text: String? =
            switch field {
            case .amount where Owner.kind == .reconciliation: "What the statement says was in the account, or owed"
            case .openingSide where Owner.kind == .reconciliation: "Whether the balance was there or owed"
            case .account where Owner.kind == .reconciliation: "The id of the account whose statement it is"
            case .amount where Owner.kind == .account:
                "What was in it before its entries, or owed; its currency is that of the account"
            case .openingSide: "Whether the opening was there or owed"
            case .day where Owner.kind == .account: "From which day on the opening counts"
            case .group: "The id of the envelope under which it stands"
            case .target: "What it is to get in each period, such as refill 150 EUR"
            case .earmark: "The id of the account in which the money for its goal lies"
            case .goal: "What is to be there by a day, such as 9000.00 EUR by 2027-06-01"
            case .interest: "A yearly rate in percent, such as 5.25, or 5.25 from 2026-12-01"
            case .payment: "What is paid back of it each month"
            case .term: "The months in which it is paid back, as digits, at most 600"
            case .liquid: "Whether what is in it can be spent within a week"
            case .estimate: "Whether the amount is exact, or about so much"
            case .counts: "Whether sums over envelopes count it"
            case .envelope where Owner.kind == .move:
                "The id of the envelope from which it goes; the pool if none is named"
            case .toEnvelope: "As from, of the envelope to which it goes"
            case .amount where Owner.kind == .move: "How much is moved, more than zero"
            case .day where Owner.kind == .move || Owner.kind == .cell || Owner.kind == .carry:
                "The first day of the period"
            case .toDay where Owner.kind == .move:
                "The first day of the period to which it goes; the same if it is left out"
            case .envelope where Owner.kind == .cell || Owner.kind == .carry: "The id of the envelope"
            case .envelope: "The id of the envelope that it is of. Without it the one of its tags"
            case .assigned: "What is set, below zero too"
            case .carry: "What is left: reset below zero, keep all, or give back what is above zero, too"
            case .budget: "Whether budgets count what is in it"
            case .bankNumber: "How the files of a bank name it, such as an IBAN"
            case .account where Owner.kind == .transfer:
                "The id of the account from which it goes; the default one of its currency, if none is named"
            case .toAccount: "As account, of the one to which it goes"
            case .amount where Owner.kind == .transfer:
                "How much goes out, more than zero. In the currency of the account, if none is named"
            case .toAmount:
                "How much comes in; as much as goes out if it is left out. In one currency both are the same"
            case .day where Owner.kind == .transfer: "The day on which it goes out"
            case .toDay: "The day on which it comes in; that on which it goes out if it is left out"
            case .fromEntry: "The id of the entry that was its first side, and is none while the transfer is there"
            case .toEntry: "As fromEntry, of its second side"
            case .rateFrom: "The code of the currency whose worth it is"
            case .rateTo: "The code of the currency in which it is"
            case .rate: "How much of the second one unit of the first is worth, such as \\\"0.8821\\\""
            case .parts:
                "Each part counts in sums by itself, with its tags; what no part has counts with those of the entry"
            case .account where Owner.kind == .todo:
                "The id of the account that pays the amount. Null for the default one of its currency"
            case .account: "The id of the account that it is of. Null for the default one of its currency"
            case .todoPosition: "Its place, lower first"
            case .amount where isInput:
                "Exact, such as \\\"12.50\\\"; no JSON number. Of a to-do what it costs: checking it books an expense. Null in "
                    + "a change of an entry only where it has none"
            case .amount: "Of a to-do what it costs; null for a recording that has none yet"
            case .due: "The day on which it, and its amount, is due"
            case .dueTime:
                "When on that day, such as 15:00 of the clock where the person is, or 15:00[Europe/Berlin]"
            case .start:
                "The day on which it is to be begun. One later than due becomes due, and it moves along with due"
            case .startTime: "As dueTime"
            case .todayDay: "The day on which a person put it on Today"
            case .repeats: "An RRULE of RFC 5545 by which it comes again, such as FREQ=WEEKLY;BYDAY=MO"
            case .occurrence: "Its number, from 1 on"
            case .day where isNew: "The server's today if it is left out, whatever createdAt says"
            case .tag where isInput:
                "All that it is to bear. What comes is of up to \(ItemError.longestTag) bytes, and there are at most "
                    + "\(ItemError.mostTags) then; those that it has may stay"
            case .reminders:
                "When it reminds: -30m, -2h or -1d before its due (or its start, without one), start-1h before its start, or "
                    + "2026-12-24T09:00. A whole day counts from 09:00"
            case .remindedUntil: "What was to remind by then is dealt with on all devices"
            case .snoozedUntil: "When it reminds once more"
            case .voice: "The SHA-256 of a recording"
            case .payee: "To whom it went, or from whom it came. Without it the payee is the one that rawText means"
            case .rawText: "What a bank, or another program, said of it"
            case .ruled:
                "Which rules gave it what it has, and what is a person's: payee by ID, #food by ID, note by hand"
            case .payeeOf: "The id of the payee of which it is another name"
            case .ruleText: "What it asks for and does, such as text:rewe then payee:Rewe"
            case .createdAt where isNew:
                "In UTC, with a Z at its end: 2026-11-21T09:30:00.000Z. Now if it is left out; more decimals are cut off"
            case .todo: "The to-do that booked it"
            default: nil
            }
        return text.map { ", description: \"\($0)\"" } ?? ""
    }
}
