import DaybookCore

extension Language {
    func period(_ period: ReportPeriod) -> String {
        let phrase: Phrase =
            switch period {
            case .day: .byDay
            case .week: .byWeek
            case .month: .byMonth
            }
        return self(phrase)
    }

    /// Tells what to call a period: its first day, or its month.
    func label(_ totals: PeriodTotals, _ period: ReportPeriod) -> String {
        day(totals.start, isMonth: period == .month)
    }

    /// Says what no sum has: "Not counted: 3 entries to sort, 99.00 USD".
    func leftOut(_ number: Int, _ sums: Sums) -> String {
        self(
            .leftOut,
            self(.countUnsorted, number) + (sums.isEmpty ? "" : self(.comma) + self.sums(sums, .unsorted)))
    }

    func kind(_ kind: EntryKind) -> String {
        let phrase: Phrase =
            switch kind {
            case .income: .income
            case .expense: .expense
            case .unsorted: .unsorted
            }
        return self(phrase)
    }

    func mark(as kind: EntryKind) -> String {
        let phrase: Phrase =
            switch kind {
            case .income: .markAsIncome
            case .expense: .markAsExpense
            case .unsorted: .sortLater
            }
        return self(phrase)
    }

    /// Tells what to call an entry in a list.
    func title(_ entry: Entry) -> String {
        if !entry.note.isEmpty { return Screens.firstLine(entry.note) }
        if entry.voice != nil { return self(.voiceNote) }
        return entry.place.isEmpty ? entry.tags.first ?? kind(entry.kind) : entry.place
    }

    /// Place, tags, that it is split, and that it waits to be sorted.
    func particulars(_ entry: Entry) -> String {
        var parts: [String] = []
        if entry.kind == .unsorted { parts.append(kind(.unsorted)) }
        if !entry.place.isEmpty { parts.append("@" + entry.place) }
        if !entry.parts.isEmpty { parts.append(self(.countParts, entry.parts.count)) }
        parts += entry.countedTags.map { "#" + $0 }
        return parts.joined(separator: " · ")
    }

    /// With its sign, where it has one: `−1,234.50 EUR`.
    func amount(_ amount: Amount, _ kind: EntryKind) -> String {
        sign(kind) + Self.grouped(amount.shown) + " " + amount.currency.code
    }

    private func sign(_ kind: EntryKind) -> String {
        switch kind {
        case .income: "+"
        case .expense: "−"
        case .unsorted: ""
        }
    }

    /// Each currency by itself: `−1,200.00 EUR, −5.00 USD`.
    func sums(_ sums: Sums, _ kind: EntryKind) -> String {
        sums.all.map { sign(kind) + Self.grouped($0.number) + " " + $0.currency.code }
            .joined(separator: self(.listComma))
    }

    /// Income, then expenses, of each currency by itself. A line breaks between them alone.
    func totals(_ totals: Totals, in currency: Currency? = nil) -> String {
        var parts: [String] = []
        for (kind, sums) in [(EntryKind.income, totals.income), (.expense, totals.expense)] {
            for sum in sums.all where currency == nil || sum.currency == currency {
                parts.append(sign(kind) + Self.grouped(sum.shown) + "\u{A0}" + sum.currency.code)
            }
        }
        return parts.joined(separator: "  ")
    }
}
