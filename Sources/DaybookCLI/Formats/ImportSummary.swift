import DaybookCore
import DaybookStorage

/// What becomes of the entries or to-dos of a file.
struct ImportSummary {
    var noun = "entry"
    var plural = "entries"
    var added = 0
    /// Those of them that are transfers.
    var transfers = 0
    /// Those that are added, if they are entries.
    var kinds: [EntryKind: Int] = [:]
    var known = 0
    var deleted = 0
    var restored = 0
    /// Those that entries of the book stand for which somebody typed.
    var fitting = 0
    var unreadable = 0
    /// Why, with their places; no more than a person reads.
    var problems: [String] = []
    /// What those do to the import.
    var consequence = "The import would stop there and add nothing."
    /// Those of the new ones that have no day of their own.
    var withoutDay = 0
    var days: ClosedRange<CivilDate>?

    static let mostProblems = 20

    mutating func add(_ draft: Changes, hasDay: Bool) {
        added += 1
        kinds[draft[.kind]?.kind ?? .unsorted, default: 0] += 1
        if !hasDay { withoutDay += 1 }
        guard let day = draft[.day]?.day else { return }
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }

    mutating func add(transfer draft: Changes) {
        var entry = draft
        entry[.kind] = nil
        let kinds = kinds
        add(entry, hasDay: true)
        self.kinds = kinds
        transfers += 1
    }

    mutating func fail(_ problem: CommandFailure) {
        unreadable += 1
        if problems.count < Self.mostProblems { problems.append(problem.message) }
    }

    /// What was done.
    var result: String {
        var text = "Added \(name(added - transfers))"
        if transfers > 0 { text += " and \(transfers) \(transfers == 1 ? "transfer" : "transfers")" }
        text += "; \(known) known already"
        if restored > 0 { text += "; \(restored) deleted before, brought back" }
        if deleted > 0 { text += "; \(deleted) deleted before (--restore-deleted brings them back)" }
        if fitting > 0 { text += "; \(fitting) entered by hand (--all adds them too)" }
        if unreadable > 0 { text += "; \(unreadable) left out, which can't be read" }
        return text + "\n"
    }

    /// What would be done.
    func preview(of count: Int) -> String {
        var lines = ["The file has \(name(count)). An import would do this:"]
        var parts = EntryKind.allCases.compactMap { kind in kinds[kind].map { "\($0) \(kind.name)" } }
        if transfers > 0 { parts.append("\(transfers) transfer") }
        let span = days.map { ", from \($0.lowerBound.text) to \($0.upperBound.text)" } ?? ""
        lines.append("  \(added) new" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))\(span)"))
        lines.append("  \(known) known already")
        if restored > 0 { lines.append("  \(restored) deleted before, brought back") }
        if deleted > 0 { lines.append("  \(deleted) deleted before; --restore-deleted brings them back") }
        if fitting > 0 { lines.append("  \(fitting) entered by hand; --all adds them too") }
        lines.append("  \(unreadable) can't be read")
        lines += problems.map { "    \($0)" }
        if unreadable > problems.count { lines.append("    … and \(unreadable - problems.count) more") }
        if unreadable > 0 { lines.append(consequence) }
        return lines.joined(separator: "\n") + "\nNothing was written.\n"
    }

    /// What the file left open, and how it was understood.
    func notes(kindIsSign: Bool) -> [String] {
        var notes: [String] = []
        if withoutDay > 0 {
            notes.append(
                "\(name(withoutDay)) \(withoutDay == 1 ? "has" : "have") no date in the file, and "
                    + "\(withoutDay == 1 ? "is" : "are") booked on today, \(CivilDate.local().text).")
        }
        if kindIsSign, added > 0, kinds[.income] == added {
            notes.append("No amount in the file has a minus, so every new entry is an income.")
        }
        return notes
    }

    private func name(_ count: Int) -> String { "\(count) \(count == 1 ? noun : plural)" }
}
