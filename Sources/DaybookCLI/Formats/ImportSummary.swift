import DaybookCore
import DaybookExchange

extension ImportSummary {
    /// Says what was done.
    var result: String {
        var text = "Added \(name(added - transfers))"
        if transfers > 0 { text += " and \(transfers) \(transfers == 1 ? "transfer" : "transfers")" }
        if ruled > 0 { text += ", \(ruled) changed by rules" }
        text += "; \(known) known already"
        if restored > 0 { text += "; \(restored) deleted before, brought back" }
        if deleted > 0 { text += "; \(deleted) deleted before (--restore-deleted brings them back)" }
        if fitting > 0 { text += "; \(fitting) entered by hand (--all adds them too)" }
        if unreadable > 0 { text += "; \(unreadable) left out, which can't be read" }
        return text + "\n" + lackingAmounts.map { $0.words + "\n" }.joined()
    }

    /// How many lists, filters and accounts were made, and what isn't known.
    var made: String {
        [(Kind.list, "list"), (.filter, "filter"), (.account, "account"), (.envelope, "envelope")].map { kind, noun in
            let count = names(of: kind).count
            return count == 0 ? "" : "Made \(count) \(noun)\(count == 1 ? "" : "s")\n"
        }.joined() + (budgetWords.map { "Made \($0)\n" } ?? "") + lost.map { $0 + "\n" }.joined()
    }

    /// Tells what a preview says before its numbers: which lists, filters and accounts would be made, and what isn't known.
    var names: [String] {
        [(Kind.list, "lists"), (.filter, "filters"), (.account, "accounts")].compactMap { kind, noun in
            let names = names(of: kind)
            return names.isEmpty ? nil : "New \(noun): \(names.joined(separator: ", "))"
        } + budget + lost
    }

    /// The same of the budget.
    var budget: [String] {
        let names = names(of: .envelope)
        return (names.isEmpty ? [] : ["New envelopes: \(names.joined(separator: ", "))"])
            + (budgetWords.map { ["New in the budget: \($0)"] } ?? [])
    }

    private var lost: [String] {
        [(Kind.list, "list", "the inbox"), (.account, "account", "the default account")].compactMap {
            kind, noun, place in
            lostNames[kind].map {
                "\($0) of them name \(noun == "account" ? "an" : "a") \(noun) that isn't known, and are in \(place)."
            }
        }
    }

    /// Says what would be done.
    func preview(of count: Int) -> String {
        var lines = ["The file has \(name(count)). An import would do this:"]
        var parts = EntryKind.allCases.compactMap { kind in kinds[kind].map { "\($0) \(kind.name)" } }
        if transfers > 0 { parts.append("\(transfers) transfer") }
        let span = days.map { ", from \($0.lowerBound.text) to \($0.upperBound.text)" } ?? ""
        lines.append("  \(added) new" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))\(span)"))
        if ruled > 0 { lines.append("  \(ruled) of the new ones changed by rules") }
        lines += lackingAmounts.map { "  " + $0.words }
        lines.append("  \(known) known already")
        if restored > 0 { lines.append("  \(restored) deleted before, brought back") }
        if deleted > 0 { lines.append("  \(deleted) deleted before; --restore-deleted brings them back") }
        if fitting > 0 { lines.append("  \(fitting) entered by hand; --all adds them too") }
        lines.append("  \(unreadable) can't be read")
        lines += problems.map { "    \($0.place): \($0.message)" }
        if unreadable > problems.count { lines.append("    … and \(unreadable - problems.count) more") }
        if unreadable > 0 { lines.append(consequence) }
        return lines.joined(separator: "\n") + "\nNothing was written.\n"
    }

    /// Says what those that can't be read do to the import.
    private var consequence: String {
        leavesOut
            ? "The import would leave these out." : "The import would add nothing. With --yes it leaves these out."
    }

    /// Tells what the file left open, and how it was understood.
    func notes(kindIsSign: Bool, today: CivilDate) -> [String] {
        var notes: [String] = []
        if withoutDay > 0 {
            notes.append(
                "\(name(withoutDay)) \(withoutDay == 1 ? "has" : "have") no date in the file, and "
                    + "\(withoutDay == 1 ? "is" : "are") booked on today, \(today.text).")
        }
        if kindIsSign, added > 0, kinds[.income] == added {
            notes.append("No amount in the file has a minus, so every new entry is an income.")
        }
        return notes
    }

    private func name(_ count: Int) -> String {
        "\(count) \(isOfTodos ? count == 1 ? "to-do" : "to-dos" : count == 1 ? "entry" : "entries")"
    }
}
