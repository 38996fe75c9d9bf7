import ArgumentParser
import DaybookCore
import DaybookStorage

extension Envelope: FacedKind {
    static let face = KindFace<Envelope>(
        discussion: """
            An envelope is money that you set aside for something. What you spend is of the first envelope with one of its \
            tags, unless you name another one with --envelope.
            """,
        edits: "Rename an envelope, or change its tags, group or place, or put it away.",
        deletes: "Delete an envelope. What you assigned to it is to budget again.",
        start: "To make one, run: daybook envelopes add Food --tag food",
        options: [
            FieldOption(
                .tag, "tags", .texts, option: "tag", value: "name",
                help: "A tag of what is of it; give it once for each. \"\" for none."),
            FieldOption(
                .group, "group", .entity, value: "envelope",
                help: "The envelope under which it stands, which has no entries of its own; \"\" for none.",
                read: { text in
                    guard let name = KindName<Envelope>(argument: text) else { return TypedValue(.nothing) }
                    return TypedValue { [.group: .entity(try name.row(in: $0).item.id)] }
                }),
            FieldOption(
                .target, "target", .text,
                help: "What it gets in each period, such as \"refill 150 EUR\"; \"\" for none.",
                read: { typed in
                    let text = TypedText.plain(typed)
                    if text.isBlank { return TypedValue(.nothing) }
                    return TypedValue { book in
                        let usual = try book.currency()
                        return [.target: .text(try Target(written: text) { usual }.text)]
                    }
                }),
            FieldOption(.note, "note", .text, value: "text", help: "What there is to know of it; \"\" for nothing."),
            FieldOption(
                .goal, "goal", .text,
                help: "What is to be in it by a day, such as \"900 by 2027-06-01\"; \"\" for nothing.",
                read: { typed in
                    let text = TypedText.plain(typed)
                    return TypedValue { book in
                        let usual = try book.currency()
                        var values = FieldValues()
                        values[.goal] = try MoneyAccount.plan(.goal, written: text) {
                            () throws(ItemError) -> Currency in usual
                        }
                        return values
                    }
                }),
            FieldOption(
                .earmark, "earmark", .entity, value: "account",
                help: "The account in which the money for its goal lies; \"\" for none.",
                read: { text in
                    guard let name = AccountName(argument: TypedText.plain(text)) else { return TypedValue(.nothing) }
                    return TypedValue { [.earmark: .entity(try name.account(in: $0).id)] }
                }),
            FieldOption(
                .counts, "counts", .choice(Envelope.counts), help: "Whether sums over envelopes count it: on or off."),
            FieldOption(.archivedAt, "archivedAt", .time, help: "Put it away, or take it into use again."),
        ],
        show: { rows, _, output in
            for row in rows {
                let envelope = row.item
                var line = envelope.name
                if let group = rows.first(where: { $0.item.id == envelope.group }) { line += " in \(group.item.name)" }
                let more = envelope.tags.map { "#" + $0 } + [envelope.extraFields[.target]?.text].compactMap(\.self)
                if !more.isEmpty { line += ": " + more.joined(separator: " ") }
                output.append(terminalLine: line + (envelope.isArchived ? ", put away" : ""))
            }
        })
}
