/// Reads one line such as `Rent 850 eur every 1st` or `明天下午三點交房租` as a to-do.
///
/// - A day, a time, a rule, an amount, a list (`+Home`), a priority (`!high`) and beside an amount the account that pays
///   (`from Visa`) and the one that gets it (`to Savings`) are understood, each once, and tags (`#food`), in English and
///   Chinese; all else is the title. `Earn` before all makes the amount an income.
/// - An amount is one where a currency stands beside it. A number alone is one behind `earn`, and behind `about` where the line
///   names an account or begins with `pay`. `About 85 eur`, `~85 eur` and 約85元 are about so much.
/// - `Pay Visa` pays that card, or that loan.
/// - What stands between quotation marks is title. Around the whole line, `"…"` and `“…”` switch everything off and are no
///   part of the title.
/// - Of several days the one in the end of the line is meant, else the first. A day that has passed is none.
public struct QuickTodo: Equatable, Sendable {
    /// Words of the line that mean something.
    public struct Part: Equatable, Sendable {
        public let meaning: Meaning
        /// Their places in the Unicode scalars of the line.
        public let range: Range<Int>
        /// The words themselves.
        public let text: String
    }

    /// The meanings that words may have.
    public indirect enum Meaning: Equatable, Sendable {
        case due(CivilDate, TimeOfDay?)
        /// When it is due on its day.
        case time(TimeOfDay)
        /// How it comes again; where it counts from completion, and with an end if the line has one.
        case repeats(RepeatRule, isAfterDone: Bool)
        /// The end of the rule.
        case until(CivilDate)
        /// How many times the rule counts.
        case times(Int64)
        case amount(Amount)
        /// In which list it lies, and what that is called.
        case list(EntityID, String)
        /// Which account pays, and what that is called.
        case account(EntityID, String)
        /// Which account gets it, and what that is called.
        case into(EntityID, String)
        /// An amount that comes in.
        case income
        /// How urgent it is, as RFC 5545 has it.
        case priority(UInt8)
        case tag(String)
    }

    /// The rest of the line.
    public let title: String
    /// The parts that were understood, in the order of the line.
    public let parts: [Part]
    /// The values of the parts: the due with its time, the rule, the amount.
    public let values: FieldValues

    /// No longer line is looked at, in bytes of UTF-8: it is a title.
    public static let longestLine = 4_096

    /// Understands a line.
    ///
    /// - Parameters:
    ///   - now: what clocks show where the person is.
    ///   - literal: words that are title this time, as `Part.text` has them.
    ///   - given: what is known already: no words are looked for that say the same.
    ///   - lists: those that may be named.
    ///   - accounts: those in which money lies that may be named.
    ///   - usual: that of `Amount.init(_:of:usual:local:)`, as is `local`.
    public init(
        _ line: String, now: LocalTime, literal: [String] = [], given: FieldValues = FieldValues(),
        lists: [ItemList] = [], accounts: [MoneyAccount] = [], usual: Currency, local: Currency? = nil
    ) {
        var scalars = line.scalars
        let unquoted = Quotations(scalars).all
        guard unquoted == nil, line.utf8.count <= Self.longestLine else {
            self.init(title: unquoted.map { String($0) } ?? line)
            return
        }
        let written = scalars
        var marks = QuickMark.marks(in: scalars, lists, accounts).filter {
            (given[$0.field] == nil || $0.field == .tag) && !literal.has(written[$0.range])
        }
        // The rest is read as if they weren't there.
        for mark in marks { for index in mark.range { scalars[index] = " " } }
        func amount(_ taken: [Range<Int>]) -> (range: Range<Int>, amount: Amount)? {
            QuickWord.amount(in: QuickPiece.pieces(of: scalars, without: taken), usual: usual, local: local)
        }
        let paid = QuickMark.paid(in: written, accounts).flatMap { literal.has(written[$0.range]) ? nil : $0 }
        let isMoney =
            QuickMark.isPayment(written) || marks.contains { [.account, .paysInto, .books].contains($0.field) }
        var about = given[.amount] == nil && given[.estimate] == nil ? QuickMark.estimate(in: scalars) : nil
        let before = scalars
        if let about { for index in about.range { scalars[index] = " " } }
        var first = amount([])
        var bare: (range: Range<Int>, amount: Amount)?
        if first == nil, isMoney {
            let start = about?.next ?? marks.first { $0.field == .books }?.range.upperBound
            bare = start.flatMap { QuickMark.number(in: scalars, at: $0, usual: usual) }
            first = bare
        }
        if let word = about, first?.range.lowerBound != word.next { (about, scalars) = (nil, before) }
        let behind = about == nil ? first.flatMap { QuickMark.estimate(behind: $0.range, in: scalars) } : nil
        if let behind, let first { for index in first.range.upperBound..<behind { scalars[index] = " " } }
        let reader = QuickReader(scalars, today: now.day, isComing: true, amount: first?.range)
        let found = Found(scalars, reader, literal, given, now)
        var parts: [Part] = []
        func add(_ range: Range<Int>, _ meaning: Meaning) {
            let place = parts.firstIndex { $0.range.lowerBound > range.lowerBound } ?? parts.count
            parts.insert(Part(meaning: meaning, range: range, text: String(Array(written[range]))), at: place)
        }
        var (due, time, isWeekday): (CivilDate?, TimeOfDay?, Bool) = (given[.due]?.day, nil, false)
        if let found = found.day {
            switch found.meaning {
            case .day(let day, let isNamed): (due, isWeekday) = (day, isNamed)
            case .start(let day): due = day
            case .minutes(let count):
                let moment = now.adding(minutes: count)
                (due, time) = (moment.day, TimeOfDay(minute: moment.minute))
            case .time, .rule, .until, .times, .lasting: break
            }
        }
        let clock = time == nil ? found.time : nil
        if case .time(let minute)? = clock?.meaning { time = TimeOfDay(minute: minute) }
        let isOver = time.map { $0.minute <= now.minute } ?? false
        if let day = due, isOver, isWeekday, day == now.day { due = day.adding(days: 7) }
        if let found = found.day, let due { add(found.range, .due(due, clock == nil ? time : nil)) }
        if let clock, let time { add(clock.range, .time(time)) }
        var repeats: (rule: RepeatRule, isAfterDone: Bool, anchor: CivilDate)?
        if let match = found.rule, case .rule(var rule, let isAfterDone) = match.meaning,
            let first = rule.day(from: due ?? given[.start]?.day, now.day, isOver: isOver, found.end?.meaning)
        {
            if !isAfterDone { rule.settle(on: first) }
            add(match.range, .repeats(rule, isAfterDone: isAfterDone))
            due = first
            if let end = found.end {
                rule.take(end.meaning, from: first)
                add(end.range, rule.until.map { .until($0) } ?? .times(rule.count ?? 1))
            }
            repeats = (rule, isAfterDone, first)
        } else if due == nil, time != nil {
            due = isOver ? now.day.adding(days: 1) : now.day
        }
        var amountThere = given[.amount]
        var isAbout = false
        if given[.amount] == nil, let found = bare ?? (parts.isEmpty ? first : amount(parts.map { $0.range })) {
            isAbout = found.range == first?.range && (about != nil || behind != nil)
            let (start, end) = (about?.range.lowerBound ?? found.range.lowerBound, behind ?? found.range.upperBound)
            let range = isAbout ? start..<end : found.range
            if literal.has(written[range]) {
                isAbout = false
            } else {
                add(range, .amount(found.amount))
                amountThere = .amount(found.amount)
            }
        }
        let amountSaid = amountThere?.amount
        marks = marks.paying(amountSaid?.currency ?? paid?.account.currency, accounts)
        for mark in marks { add(mark.range, mark.meaning) }
        let title = Self.title(written, parts.map { $0.range })
        guard !parts.isEmpty, !title.isBlank else {
            self.init(title: line)
            return
        }
        var values = marks.values
        if given[.amount] == nil { values[.amount] = amountThere }
        if isAbout { values[.estimate] = .choice(1) }
        if let paid, values[.paysInto] == nil, given[.paysInto] == nil, values[.books] == nil,
            values[.account]?.entity != paid.account.id,
            amountSaid.map({ $0.currency == paid.account.currency }) ?? (values[.account] != nil),
            ByteString(title) == ByteString(String(Array(written[..<paid.range.upperBound])).trimmed)
        {
            add(paid.range, .into(paid.account.id, paid.account.name))
            values[.paysInto] = .entity(paid.account.id)
        }
        if let due { values[.due] = .day(due) }
        if let time { values[.dueTime] = .timeOfDay(time) }
        if let repeats {
            let mode =
                repeats.isAfterDone
                ? RepeatMode.afterDone : .usual(hasAmount: amountSaid != nil)
            values[.repeats] = .repeats(Repeat(repeats.rule.text, mode, anchor: repeats.anchor))
        }
        self.init(title: title, parts: parts, values: values)
    }

    private init(title: String, parts: [Part] = [], values: FieldValues = FieldValues()) {
        self.title = title
        self.parts = parts
        self.values = values
    }

    /// The line without what was understood, and without the punctuation that parted it from the rest.
    private static func title(_ line: [Unicode.Scalar], _ parts: [Range<Int>]) -> String {
        func isLoose(_ scalar: Unicode.Scalar) -> Bool { scalar.isOne(in: ",;:，；、：-–—") }
        func needsSpace(_ scalar: Unicode.Scalar) -> Bool { !scalar.isOne(in: ",;:.!?)，；、：。！？）") }
        func isIn(_ place: Int, _ signs: String) -> Bool {
            line.indices.contains(place) && line[place].isOne(in: signs)
        }
        // Parts that stand side by side go as one.
        var cuts: [Range<Int>] = []
        for part in parts {
            if let last = cuts.last, line[last.upperBound..<part.lowerBound].allSatisfy({ $0.isSpace }) {
                cuts[cuts.count - 1] = last.lowerBound..<part.upperBound
            } else {
                cuts.append(part)
            }
        }
        func isClosing(_ scalar: Unicode.Scalar) -> Bool { scalar.isOne(in: ".!?。！？…") }
        var title: [Unicode.Scalar] = []
        var (start, isSpaced) = (0, false)
        for range in cuts + [line.count..<line.count] {
            // Parentheses around it go with it.
            let isBracketed =
                range.lowerBound > start && isIn(range.lowerBound - 1, "(（") && isIn(range.upperBound, ")）")
            let all = line[start..<range.lowerBound - (isBracketed ? 1 : 0)]
            var kept = Array(all).trimming { $0.isSpace }
            if start > 0, title.last.map({ isLoose($0) }) ?? true {
                kept = Array(kept.drop { isLoose($0) || $0.isSpace })
            }
            isSpaced = isSpaced || all.first?.isSpace ?? false
            // The comma of “Milk, tomorrow.” goes with the day.
            if start > 0, let first = kept.first, isClosing(first) {
                while title.last.map({ isLoose($0) || $0.isSpace }) ?? false { title.removeLast() }
            }
            if let first = kept.first {
                // “!low” begins a word: its sign doesn't end the one before.
                let startsWord = kept.count > 1 && kept[1].isLetter
                if let last = title.last, startsWord || needsSpace(first),
                    isSpaced || !QuickToken.isUnspaced(last) || !QuickToken.isUnspaced(first)
                {
                    title.append(" ")
                }
                title += kept
                isSpaced = false
            } else if start > 0, range.isEmpty {
                while title.last.map({ isLoose($0) || $0.isSpace }) ?? false { title.removeLast() }
            }
            isSpaced = isSpaced || all.last?.isSpace ?? false
            start = range.upperBound + (isBracketed ? 1 : 0)
        }
        return String(title)
    }
}

/// The parts of a line that count.
private struct Found {
    typealias Match = (range: Range<Int>, meaning: QuickReader.Meaning)

    var day: Match?
    var time: Match?
    var rule: Match?
    /// The last day of the rule, or how many times it counts.
    var end: Match?

    init(
        _ line: [Unicode.Scalar], _ reader: QuickReader, _ literal: [String], _ given: FieldValues, _ now: LocalTime
    ) {
        var matches: [Match] = []
        var (index, lastWord) = (0, 0)
        // Where a match ended, and where a day did that has passed.
        var (stop, passedStop) = (-1, -1)
        while index < reader.tokens.count {
            guard let match = reader.matches[index] else {
                if reader.isWord(index) { lastWord = reader.tokens[index].end }
                index += 1
                continue
            }
            let (start, range) = (index, reader.range(index, match.end))
            index = match.end
            if case .day(let day, _) = match.meaning, day ?? now.day.adding(days: -1) < now.day {
                // A time beside it is of that day.
                if stop == start, case .time? = matches.last?.meaning { matches.removeLast() }
                (passedStop, lastWord) = (index, range.upperBound)
            } else if case .time = match.meaning, passedStop == start {
                lastWord = range.upperBound
            } else if given[match.meaning.field] == nil, !literal.has(line[range]) {
                // A part that is taken for title leaves the others as they were.
                matches.append((range, match.meaning))
                stop = index
            }
        }
        // The last one in the end of the line, or else the first.
        func take(_ match: Match, over present: inout Match?) {
            if present == nil || match.range.lowerBound >= lastWord { present = match }
        }
        for match in matches {
            switch match.meaning {
            case .day, .minutes, .start: take(match, over: &day)
            case .time: take(match, over: &time)
            case .rule: take(match, over: &rule)
            case .until, .times, .lasting: take(match, over: &self.end)
            }
        }
        if rule == nil, case .start? = day?.meaning { day = nil }
    }
}

extension QuickReader.Meaning {
    /// The field to which they give a value.
    fileprivate var field: Field {
        switch self {
        case .day, .time, .minutes, .start: .due
        case .rule, .until, .times, .lasting: .repeats
        }
    }
}

extension Changes {
    /// Understands what its title says, and takes it out of the title. What it has already stays.
    ///
    /// - Parameters: as of `QuickTodo.init`.
    public mutating func readTitle(
        now: LocalTime, lists: [ItemList], accounts: [MoneyAccount] = [], usual: Currency, local: Currency? = nil
    ) {
        read(
            QuickTodo(
                text(.title), now: now, given: values, lists: lists, accounts: accounts, usual: usual, local: local))
    }

    /// Takes what a line says. What it has already stays.
    public mutating func read(_ quick: QuickTodo) {
        if let tags = quick.values[.tag]?.texts { self[.tag] = .texts((self[.tag]?.texts ?? []) + tags) }
        for element in quick.values.all { values.fill(element.field, element.value) }
        self[.title] = .text(quick.title)
    }
}

extension [String] {
    /// Tells whether one of them is spelled so.
    func has(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        let text = ByteString(String(text.map { $0 }))
        return contains { ByteString($0) == text }
    }
}

extension RepeatRule {
    /// The first day of a rule that somebody just made; nil if it would end before.
    ///
    /// - Parameters:
    ///   - due: the day that was named; nil if none was.
    ///   - isOver: whether the time of today's has passed.
    ///   - end: when it ends, if it does.
    fileprivate func day(
        from due: CivilDate?, _ today: CivilDate, isOver: Bool, _ end: QuickReader.Meaning?
    ) -> CivilDate? {
        var first = due
        if leavesDayOpen {
            first = due ?? (isOver ? next(after: today, from: today) : nil) ?? today
        } else {
            // “Every other Tuesday” begins with the next one.
            var each = self
            each.interval = 1
            first = each.first(from: due ?? today.adding(days: isOver ? 1 : 0)) ?? due
        }
        guard let first, case .until(let last)? = end, last < first else { return first ?? today }
        return nil
    }
}
