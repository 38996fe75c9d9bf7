/// A word, a number or a sign of a line that somebody typed, in English or Chinese.
struct QuickToken {
    /// The meaning that it may have. The letters are those of the table of words.
    enum Kind: UInt8 {
        /// Anything that isn't in the table; also what is quoted, and tags and places.
        case other = 0x5F
        /// Punctuation, by its scalar.
        case mark = 0x2E
        /// A number, -1 for one with more than four digits.
        case number = 0x6E
        /// A day, in days from today; with 10 or 20 more, its morning or evening.
        case day = 0x64
        /// From 0 for Monday.
        case weekday = 0x77
        case month = 0x6D
        /// From 0 for minutes to 5 for years.
        case unit = 0x75
        /// “daily”, by its unit.
        case frequency = 0x66
        case every = 0x65
        /// 0 for Monday to Friday, 1 for a weekend.
        case workday = 0x6B
        /// 0 in “every other”, 1 for 隔.
        case another = 0x78
        /// 0 for “last”, 1 for “this”, 2 for “next”.
        case turn = 0x74
        /// “first”, or -1 for the last.
        case ordinal = 0x6F
        /// Makes a number behind or before it one of those.
        case nth = 0x73
        /// 0 for the half of the day before noon, 1 for that after it, 2 for noon, 3 for the evening.
        case half = 0x68
        /// A part of the day that stands behind it, by its half.
        case part = 0x76
        /// 0 before a day, 1 before a time, 2 before a first day, 3 before a last one.
        case at = 0x70
        case `in` = 0x69
        /// 0 for “later”, 1 for “after”, 2 where Chinese has both.
        case after = 0x61
        /// Words behind days in Chinese, 1 where it may mean “ago”; 2 for “ago”, 3 behind a first day.
        case tail = 0x62
        /// 1 where Chinese has one word for it and for “arrive”.
        case until = 0x63
        /// 0 before the first of two days or times, 1 between them.
        case between = 0x72
        /// 0 for “and”, 1 for “or”.
        case and = 0x7A
        /// Makes another day of one beside it. 0 stands before it, 1 and 5 on either side of it, 3 behind it; 2 may be what it
        /// is about; 4 stands before a week, a month or a year; 6 is “but”. 7 is a zone behind a time, 8 a feast behind a
        /// rule, 9 a rule that no construction has.
        case barrier = 0x41
        /// A year, in years from this one.
        case year = 0x59
        case done = 0x67
        case end = 0x79
        /// 0 for “the”, 1 for “of”, 2 for a counter, 3 before a number of times, 4 before “day” where people work, 5 for “per”.
        case filler = 0x6C
        /// 0 for the hour, 1 for minutes, 2 for quarters, 3 for nothing more.
        case clock = 0x71
        case times = 0x6A
        /// One half of the unit that follows.
        case halved = 0x42
        /// Behind the day of a month.
        case dayMark = 0x4E
    }

    let kind: Kind
    let value: Int64
    /// Places in the scalars of the line.
    let start: Int
    let end: Int
    /// True where white space stands before it, or nothing.
    let isSpaced: Bool

    /// The words: a letter for the kind, the value above `0`, and what means it.
    private static let words = """
        |d- 大前天|d. 前天|d/ yesterday 昨天 昨日|d0 today 今天 今日|d: 今早|dC 昨晚|dD tonight 今晚|d1 tomorrow tmr tmrw 明天 明日|d; 明早\
        |dE 明晚|d2 后天 後天|d3 大后天 大後天|w0 monday mon|w1 tuesday tues tue|w2 wednesday wed|w3 thursday thurs thur thu\
        |w4 friday fri|w5 saturday sat|w6 sunday sun|m1 january jan|m2 february feb|m3 march mar|m4 april apr|m5 may\
        |m6 june jun|m7 july jul|m8 august aug|m9 september sept sep|m: october oct|m; november nov|m< december dec\
        |u0 minute minutes min mins 分钟 分鐘|u1 hour hours hr hrs 小时 小時|u2 day days 天 日|u3 week weeks 周 週 星期 礼拜 禮拜\
        |u4 month months 月|u5 year years 年|f2 daily nightly 每早 每早上 每晚 每晚上|f3 weekly|f4 monthly|f5 yearly annually|e0 every each 每 每逢 逢\
        |k0 weekday weekdays workday workdays 工作日 平日|k1 weekend 周末 週末|x0 other 隔一|x1 隔|t0 last 上|t1 this 这 這 本\
        |t2 next 下|o1 first|o2 second|o3 third|o4 fourth|o5 fifth|o/ 最后一 最後一|s0 st nd rd th 第\
        |h0 am 上午 早上 凌晨 清晨|h1 pm 下午|h2 noon 中午|h3 晚上 傍晚|v0 morning|v1 afternoon|v3 evening night\
        |p0 on 在 于 於|p1 at|p2 starting beginning|p3 by due|i0 in|a0 later|a1 after|a2 后 後 以后 以後 之后 之後\
        |b0 的|b1 前 之前 以前|b2 ago|b3 起 开始 開始|c0 until till 直到|c1 到|r0 from between 从 從|r1 to through thru 至\
        |z0 and 和 与 與 及|z1 or 或 或者|A0 before since past than|A1 except excluding 除了 除去 不含 不包括|A2 about around\
        |A3 左右 除外 以外 前后 前後|A4 mid early late|A5 lunar 农历 農曆 阴历 陰曆|A6 but|A7 utc gmt est edt cst cdt mst mdt pst pdt\
         cet cest bst jst|A8 christmas easter thanksgiving halloween 春节 春節 清明 端午 中秋 重阳 重陽 除夕 元宵 国庆 國慶 元旦 圣诞 聖誕\
        |A9 mondays tuesdays wednesdays thursdays fridays saturdays\
         sundays weekends mornings afternoons evenings nights fortnightly biweekly quarterly hourly\
        |_0 明后天 明後天 今明|Y/ 去年|Y0 今年|Y1 明年|g0 done completion completed 完成|y0 end 底 末|l0 the|l1 of|l2 个 個\
        |l3 for 共 连续 連續 为期 為期|l4 business working work|l5 per|q0 点 點 时 時 点钟 點鐘 点整 點整|q1 分|q2 刻|q3 整|j0 times 次|B0 半\
        |N0 号 號|n1 a an one|n2 two|n3 three|n4 four|n5 five|n6 six|n7 seven|n8 eight|n9 nine|n: ten|n; eleven|n< twelve
        """.scalars

    /// The longest word of the table that stands at a place.
    ///
    /// - Parameter end: where the word ends, or nil in writing that puts no spaces between words.
    private static func word(
        _ scalars: [Unicode.Scalar], _ start: Int, end: Int?
    ) -> (kind: Kind, value: Int64, end: Int)? {
        // The table is asked for once: each time takes longer than to compare a scalar.
        let (words, first) = (words, scalars[start])
        var best: (kind: Kind, value: Int64, end: Int)?
        var (letter, value) = (UInt8(0), Int64(0))
        var place = 0
        while place < words.count {
            if words[place] == "|" {
                letter = UInt8(truncatingIfNeeded: words[place + 1].value)
                value = Int64(words[place + 2].value) - 0x30
                place += 3
                continue
            }
            place += 1
            guard place < words.count, words[place] == first else {
                while place < words.count, words[place] != " ", words[place] != "|" { place += 1 }
                continue
            }
            var there = start
            while place < words.count, words[place] != " ", words[place] != "|", there < end ?? scalars.count,
                scalars[there] == words[place]
            {
                there += 1
                place += 1
            }
            if place == words.count || words[place] == " " || words[place] == "|" {
                if there > best?.end ?? start, there == end ?? there, let kind = Kind(rawValue: letter) {
                    best = (kind, value, there)
                }
            } else {
                while place < words.count, words[place] != " ", words[place] != "|" { place += 1 }
            }
        }
        return best
    }

    /// Parts a line, in a time that grows with its length alone.
    static func tokens(of line: [Unicode.Scalar]) -> [QuickToken] {
        let scalars = line.map { fold($0) }
        let quotations = Quotations(line)
        var tokens: [QuickToken] = []
        var (index, isSpaced) = (0, true)
        func add(_ kind: Kind, _ value: Int64, _ end: Int) {
            tokens.append(QuickToken(kind: kind, value: value, start: index, end: end, isSpaced: isSpaced))
            (index, isSpaced) = (end, false)
        }
        while index < scalars.count {
            let scalar = scalars[index]
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            if scalar.isSpace || scalar.isStray {
                if scalar.isSpace { isSpaced = true }
                index += 1
            } else if let end = quotations.end(of: index, startsWord: isSpaced) {
                add(.other, 0, end)
            } else if isSpaced, scalar.isOne(in: "#@+!"), !next.isSpace, scalar != "@" || !isDigit(next) {
                add(.other, 0, scalars[index...].firstIndex { $0.isSpace } ?? scalars.count)
            } else if scalar == "@", isSpaced {
                add(.at, 1, index + 1)
            } else if isDigit(scalar) {
                let end = scalars[index...].firstIndex { !isDigit($0) } ?? scalars.count
                add(.number, end - index > 4 ? -1 : decimal(scalars[index..<end]), end)
            } else if isUnspaced(scalar) {
                addUnspaced(scalars, index, add)
            } else if isLetter(scalar) {
                var end = index + 1
                while end < scalars.count,
                    isLetter(scalars[end]) || isDigit(scalars[end])
                        || (scalars[end] == "'" || scalars[end] == "’") && end + 1 < scalars.count
                            && isLetter(scalars[end + 1])
                { end += 1 }
                let word = word(scalars, index, end: end)
                add(word?.kind ?? .other, word?.value ?? 0, end)
            } else {
                add(.mark, Int64(scalar.value), index + 1)
            }
        }
        return tokens
    }

    private static func addUnspaced(
        _ scalars: [Unicode.Scalar], _ index: Int, _ add: (Kind, Int64, Int) -> Void
    ) {
        func scalar(_ place: Int) -> Unicode.Scalar { place < scalars.count ? scalars[place] : " " }
        if let word = word(scalars, index, end: nil) {
            // 周三, but 一周一次 is a week, and 周日程 a plan.
            if word.kind == .unit, word.value == 3, !scalar(word.end + 1).isOne(in: "次程期"),
                let weekday = position(of: scalar(word.end), in: "一二三四五六日天")
            {
                return add(.weekday, min(weekday, 6), word.end + 1)
            }
            return add(word.kind, word.value, word.end)
        }
        // 三, 十二, 二十五.
        func digit(_ place: Int) -> Int64? {
            position(of: scalar(place), in: "〇一二三四五六七八九")
                ?? (scalar(place) == "两" || scalar(place) == "兩" ? 2 : nil)
        }
        var (value, end) = digit(index).map { ($0, index + 1) } ?? (1, index)
        if scalar(end) == "十" {
            value *= 10
            end += 1
            if let ones = digit(end) { (value, end) = (value + ones, end + 1) }
        }
        end == index ? add(.other, 0, index + 1) : add(.number, value, end)
    }

    private static func position(of scalar: Unicode.Scalar, in text: String) -> Int64? {
        text.scalars.firstIndex(of: scalar).map { Int64($0) }
    }

    private static func decimal(_ digits: ArraySlice<Unicode.Scalar>) -> Int64 {
        digits.reduce(0) { $0 * 10 + Int64($1.value) - 0x30 }
    }

    /// Small letters, and signs of the usual width.
    private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.value >= 0xFF01 && scalar.value <= 0xFF5E ? scalar.value - 0xFEE0 : scalar.value
        return Unicode.Scalar(value >= 0x41 && value <= 0x5A ? value + 32 : value) ?? scalar
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isLetter || scalar.value >= 0x300 && scalar.value <= 0x36F
    }

    /// Tells whether it is of a writing that puts no spaces between words.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x2E80 && scalar.isLetter || scalar == "〇" || scalar.value >= 0x1_F000
    }
}

/// The quotations of a line: nothing in them means anything.
struct Quotations {
    private let line: [Unicode.Scalar]
    /// Where each closing sign stands last.
    private var last: [(sign: Unicode.Scalar, place: Int)] = []

    init(_ line: [Unicode.Scalar]) {
        self.line = line
        for (place, sign) in line.enumerated() where sign.isOne(in: "\"”“»」』》") {
            last.removeAll { $0.sign == sign }
            last.append((sign, place))
        }
    }

    /// Where the quotation ends that begins at a place; nil if none does. 12" is none, and neither is one that is never
    /// closed.
    func end(of start: Int, startsWord: Bool) -> Int? {
        guard let closing = Self.closing(line[start]), startsWord || closing != "\"",
            last.contains(where: { $0.sign == closing && $0.place > start + 1 }),
            let end = line[(start + 1)...].firstIndex(of: closing), end > start + 1
        else { return nil }
        return end + 1
    }

    /// The text in the quotation marks that switch everything off, around all of the line; nil if none do.
    var all: [Unicode.Scalar]? {
        let line = line.trimming { $0.isSpace }
        guard let first = line.first, first == "\"" || first == "“", let closing = Self.closing(first),
            line.count > 2, line.dropFirst().firstIndex(of: closing) == line.count - 1
        else { return nil }
        return Array(line.dropFirst().dropLast())
    }

    /// The sign that ends a quotation which begins so.
    private static func closing(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "\"": "\""
        case "“": "”"
        case "„": "“"
        case "«": "»"
        case "「": "」"
        case "『": "』"
        case "《": "》"
        default: nil
        }
    }
}
