/// Reads the days, times and rules in a line: the one reader of such words.
///
/// It is a grammar: each construction is a function, which returns where its words end and what they mean. Words that go
/// on with a day or a rule in a way that no construction has make all of it title: never does a part of a phrase count
/// without the rest.
///
/// A day that may be either of two (`11/3`) is none. What may be something else as well (`27th`, `25/9`, `daily`) counts
/// where nothing but other days, times and rules follows.
struct QuickReader {
    /// The meanings of words.
    indirect enum Meaning: Equatable {
        /// Nil for a day that doesn't exist.
        case day(CivilDate?, isWeekday: Bool)
        /// A minute of the day.
        case time(Int64)
        /// So many minutes from now.
        case minutes(Int64)
        case rule(RepeatRule, isAfterDone: Bool)
        /// The first day of a rule.
        case start(CivilDate)
        /// The last day of a rule.
        case until(CivilDate)
        /// How many times a rule counts.
        case times(Int64)
        /// How long a rule counts: so many days, weeks, months or years, by their unit.
        case lasting(Int64, Int64)
    }

    typealias Match = (end: Int, meaning: Meaning)

    /// Words with the form of days or times that mean none.
    enum Title {
        /// Two times, or one that is only about: words as others are.
        case words
        /// Two days, or one that isn't meant: nothing beside it counts.
        case days
    }

    let tokens: [QuickToken]
    let scalars: [Unicode.Scalar]
    let today: CivilDate
    /// True where days are to come; else they are past.
    let isComing: Bool
    /// The places of an amount.
    let amount: Range<Int>
    /// The match that begins at each token, without what stands before it.
    private(set) var matches: [Match?] = []
    /// The title at each token that has the form of a day or a time.
    private var titles: [Title?] = []
    /// The places of days that don't count: no numbers in them are amounts.
    private(set) var left: [Range<Int>] = []
    /// True where a day is named on which a rule doesn't count.
    private var hasException = false

    /// - Parameters:
    ///   - isComing: whether a day without a year, or a weekday, is the next one; else it is the nearest, or the
    ///     last.
    ///   - amount: where an amount stands; nil for none.
    init(_ scalars: [Unicode.Scalar], today: CivilDate, isComing: Bool, amount: Range<Int>? = nil) {
        self.scalars = scalars
        self.amount = amount ?? 0..<0
        self.today = today
        self.isComing = isComing
        tokens = QuickToken.tokens(of: scalars)
        matches = tokens.map { _ in nil }
        titles = tokens.map { _ in nil }
        findTitles()
        // From the end, as what may follow decides.
        for index in tokens.indices.reversed() where isStart(index) {
            if let match = match(at: index), isEnd(match.end) { matches[index] = match }
        }
        leaveBroken()
    }

    /// The places of a match in the scalars.
    func range(_ start: Int, _ end: Int) -> Range<Int> { tokens[start].start..<tokens[end - 1].end }

    func match(at index: Int) -> Match? {
        if isComing, let rule = rule(index) { return rule }
        // A series of days may be one of rules: “every fri till the end of november”.
        if isComing, kind(index) == .until, titles[index] == nil || tokens[index].value == 0 {
            return until(index + 1)
        }
        guard titles[index] == nil else { return nil }
        if !isLed(index), var found = day(index) ?? time(index).map({ ($0.end, .time($0.minute)) }) {
            if isUnspaced(found.end - 1), kind(found.end) == .tail, tokens[found.end].value < 2 { found.end += 1 }
            return found
        }
        switch kind(index) {
        case .at:
            let isDay = tokens[index].value != 1 || kind(isFiller(index + 1, 0) ? index + 2 : index + 1) == .end
            if let next = matches(index + 1), titles[index + 1] == nil {
                switch next.meaning {
                case .day: return isDay ? next : nil
                case .time: return next
                case .minutes, .rule, .start, .until, .times, .lasting: return nil
                }
            }
            return isDay ? weekday(index + 1) ?? (isFiller(index + 1, 0) ? day(index + 2) : nil) : nil
        case .filler where isComing && tokens[index].value == 3: return lasting(index + 1)
        case .between where isComing && tokens[index].value == 0: return start(index + 1)
        default: return nil
        }
    }

    // MARK: Titles

    /// Finds two days or times of which neither is the one that is meant (“3pm - 5pm”, 周五和周六), and those that others
    /// lead (“before friday”).
    private mutating func findTitles() {
        var (index, timeEnd) = (0, -1)
        while index < tokens.count {
            if isComing, isRule(index) {
                // “weekdays 9am”, “6pm on tuesdays”: nothing is due at that time today.
                if timeEnd == index || kind(index - 1) == .at && timeEnd == index - 1 {
                    for place in timeEnd...index { titles[place] = .days }
                } else if form(index + 1)?.sort == .time {
                    titles[index] = .days
                }
                index += 1
            } else if isStart(index), let first = form(index) {
                let series = series(first)
                if first.sort == .time { timeEnd = series?.end ?? first.end }
                for place in index..<(series?.end ?? index) { titles[place] = series?.sort == .time ? .words : .days }
                // “2nd friday”.
                if series == nil, kind(first.end - 1) == .nth, kind(first.end) == .weekday {
                    for place in index...first.end { titles[place] = .days }
                }
                index = max(series?.end ?? first.end, index + 1)
            } else if let leading = leading(index), let led = form(leading), led.sort != .number {
                // Exceptions aren't kept, wherever they stand.
                if kind(index) == .barrier, tokens[index].value == 1 { hasException = true }
                let isWords = led.sort == .time || kind(index) == .barrier && tokens[index].value == 2
                // A rule may have a first day and a last one.
                let isEnd = kind(index) == .between && tokens[index].value == 0 || kind(index) == .until
                if isWords || !isEnd {
                    for place in index..<led.end { titles[place] = isWords ? .words : .days }
                }
                index = leading
            } else {
                index += 1
            }
        }
    }

    /// Tells whether a word says by itself that something comes again, in a way that no construction has.
    private func isRule(_ index: Int) -> Bool {
        kind(index) == .workday || kind(index) == .barrier && tokens[index].value == 9
    }

    /// Takes back what words go on with that aren't understood, and what stands beside it.
    private mutating func leaveBroken() {
        if hasException, matches.contains(where: { if case .rule? = $0?.meaning { true } else { false } }) {
            matches = tokens.map { _ in nil }
            return
        }
        var (start, index) = (0, 0)
        var (hasRule, hasDay, hasStart, hasUntil, isBroken) = (false, false, false, false, false)
        var last: Int?
        func leave() {
            if isBroken, start < index { left.append(range(start, index)) }
            let isTitle = isBroken || (hasStart || hasUntil) && !hasRule
            for place in start..<index where matches[place] != nil {
                switch matches[place]?.meaning {
                // They may be of a rule elsewhere.
                case .until, .times, .lasting: if isTitle, hasRule { matches[place] = nil }
                default: if isTitle { matches[place] = nil }
                }
            }
            (hasRule, hasDay, hasStart, hasUntil, isBroken, last) = (false, false, false, false, false, nil)
        }
        while index < tokens.count {
            if let match = matches[index] {
                if let last, let before = matches[last], before.end == index, !goesOn(last, before, index, match) {
                    isBroken = true
                }
                switch match.meaning {
                case .rule: (isBroken, hasRule) = (isBroken || hasRule, true)
                case .day: hasDay = true
                case .start: hasStart = true
                case .until: hasUntil = true
                case .time, .minutes, .times, .lasting: break
                }
                last = index
                index = match.end
                if hasRule || hasDay || hasStart, let end = remainder(index, match.meaning, ofRule: hasRule) {
                    isBroken = true
                    index = end
                }
            } else if titles[index] == .days {
                isBroken = true
                index += 1
            } else if titles[index] == .words || amount.contains(tokens[index].start) {
                index += 1
            } else if last != nil, kind(index) == .mark,
                scalar(index).isOne(in: "(（)）")
                    || isMark(index, ",") && isGoneOn(index + 1, hasRule)
            {
                index += 1
            } else if hasRule, let end = remainder(index, nil, ofRule: true) {
                isBroken = true
                index = end
            } else {
                leave()
                index += 1
                start = index
            }
        }
        leave()
    }

    /// Tells whether a comma leads to the end of a rule, or to an exception.
    private func isGoneOn(_ index: Int, _ hasRule: Bool) -> Bool {
        switch matches(index)?.meaning {
        case .until, .times, .lasting, .start: hasRule
        case .day, .time, .minutes, .rule: false
        case nil: kind(index) == .barrier && remainder(index, nil, ofRule: hasRule) != nil
        }
    }
}
