import ArgumentParser
import DaybookCore
import DaybookStorage

extension BudgetCommand {
    struct Propose: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "propose",
            abstract: "Show the tags of spending that are of no envelope, or make an envelope of each.")

        @Flag(help: "Make an envelope of each of them. 'daybook undo' takes all of it back.")
        var yes = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let tags =
                if yes {
                    try book.write { book in
                        let tags = try Self.tags(in: book.reader)
                        for tag in tags {
                            try book.add(Envelope.self, [.title: .text(tag.name), .tag: .texts([tag.name])])
                        }
                        return tags
                    }
                } else {
                    try book.read { try Self.tags(in: $0) }
                }
            var output = Output()
            for tag in tags {
                output.append(terminal: "#\(tag.name)")
                output.append("  \(tag.spent.all.map(\.text).joined(separator: ", "))\n")
            }
            if tags.isEmpty {
                output.append("Each tag of spending is of an envelope.\n")
            } else if yes {
                output.append("Made \(tags.count) \(tags.count == 1 ? "envelope" : "envelopes")\n")
            } else {
                output.append("To make an envelope of each, run: daybook budget propose --yes\n")
            }
            if yes { try output.flushChange() } else { try output.flush() }
        }

        /// The tags of expenses that no envelope bears, with what was spent, but for those of which one has the name. Where more came in
        /// than was spent, the tag is one of income, which is for the pool.
        private static func tags(in book: BookReader) throws -> [(name: String, spent: Sums)] {
            let envelopes = try book.all(Envelope.self).map(\.item)
            let taken = Set(envelopes.flatMap { TagNames.keys($0.tags + [$0.name]) })
            return try book.tagTotals().compactMap { tag in
                guard let name = tag.tag, tag.isOfSpending, !taken.contains(TagNames.key(name)) else {
                    return nil
                }
                return (name, tag.totals.expense)
            }
        }
    }
}
