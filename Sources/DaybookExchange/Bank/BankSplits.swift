import DaybookCore

/// Says what a program for money knows of a row that is a part of a split.
final class SplitMember: Equatable, Sendable {
    /// The same for all parts of one split, and for no others of the file.
    let split: Int
    let payee: String
    /// The texts of the split as a whole; the payee apart.
    let title: [String]
    /// The texts of this part alone; the payee apart.
    let own: [String]

    init(of split: Int, payee: String, title: [String], own: [String]) {
        (self.split, self.payee, self.title, self.own) = (split, payee, title, own)
    }

    static func == (one: SplitMember, other: SplitMember) -> Bool {
        one.split == other.split && one.payee == other.payee && one.title == other.title && one.own == other.own
    }
}

/// Makes one row with parts of the rows that are parts of a split.
///
/// All of its parts have to go the same way: one that comes back, as a deposit on bottles does, is no part of what was spent.
/// A split with such a part stays as it was, a row for each part. One that is a side of a transfer, or is of nothing, is a row
/// of its own beside the others.
enum BankSplits {
    /// - Returns: how many parts stay rows of their own.
    static func join(_ statements: inout [BankStatement]) -> Int {
        var count = 0
        for index in statements.indices where statements[index].rows.contains(where: { $0.member != nil }) {
            statements[index].rows = join(statements[index].rows, &count)
        }
        return count
    }

    private static func join(_ rows: [BankRow], _ count: inout Int) -> [BankRow] {
        var members: [Int: [BankRow]] = [:]
        for row in rows where row.isMember { row.member.map { members[$0.split, default: []].append(row) } }
        let wholes = members.compactMapValues { whole($0) }
        var told: Set<Int> = []
        return rows.compactMap { row in
            guard let member = row.member else { return row }
            guard row.isMember, let whole = wholes[member.split] else {
                if row.pair == nil { count += 1 }
                return row
            }
            return told.insert(member.split).inserted ? whole : nil
        }
    }

    /// The row that has rows as its parts; nil where they can't be parts of one.
    private static func whole(_ rows: [BankRow]) -> BankRow? {
        guard let first = rows.first, let member = first.member, (2...Part.most).contains(rows.count) else {
            return nil
        }
        var sums = Sums()
        for row in rows {
            guard row.kind == first.kind, row.day == first.day, (try? sums.add(Sum(row.amount))) != nil else {
                return nil
            }
        }
        guard sums.all.count == 1, let sum = sums.all.first, let amount = Amount(sum) else { return nil }
        let isOnePayee = rows.allSatisfy { $0.member?.payee == member.payee }
        let parts = rows.map { row in
            let texts = (isOnePayee ? [] : [row.member?.payee ?? ""]) + (row.member?.own ?? [])
            return row.part(note: BankReading.note(texts))
        }
        var row = first
        row.note = BankReading.note(
            (isOnePayee || member.title.allSatisfy(\.isEmpty) ? [member.payee] : []) + member.title)
        (row.amount, row.tags) = (amount, [])
        (row.rarity.parts, row.rarity.pieces, row.rarity.member) = (parts, rows, nil)
        return row
    }
}

extension BankRow {
    /// Tells whether it may be a part of an entry.
    fileprivate var isMember: Bool { member != nil && pair == nil && amount.coefficient > 0 }

    fileprivate func part(note: String) -> Part { Part(amount: amount, rowTags: tags, note: note) }
}

extension Part {
    /// - Parameter rowTags: what another program filed it under. What can't be a tag goes into the note.
    init(amount: Amount, rowTags: [String], note: String) {
        let tags = rowTags.map(\.trimmed).filter { ItemTag.isName($0) }
        let texts = [note] + rowTags.filter { !ItemTag.isName($0.trimmed) }
        self.init(amount: amount, tags: tags, note: texts.filter { !$0.isEmpty }.joined(separator: ", "))
    }
}

extension Amount {
    /// A sum that an entry can have; nil where it has too many digits, or is below zero.
    fileprivate init?(_ sum: Sum) {
        guard let coefficient = Int64(exactly: sum.coefficient), sum.coefficient > 0 else { return nil }
        self.init(coefficient: coefficient, scale: sum.scale, currency: sum.currency)
    }
}
