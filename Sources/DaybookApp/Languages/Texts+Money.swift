import DaybookCore

extension Texts {
    var sides: String { pick("To-dos and money", "待辦與記帳", "待办与记账") }
    var money: String { pick("Money", "記帳", "记账") }
    var record: String { pick("Record", "記下", "记下") }
    var recordHint: String { pick("spent 12.50 lunch #food @Taipei", "支出 120 午餐 #飲食", "支出 38 午餐 #饮食") }
    var newEntry: String { pick("New entry", "新增帳目", "新建账目") }
    var edit: String { pick("Edit", "編輯", "编辑") }
    var tagsAndDays: String { pick("Tags, days", "標籤與日期", "标签与日期") }
    var anyTag: String { pick("Any of them", "符合任一", "符合任一") }
    var allTags: String { pick("All of them", "全部符合", "全部符合") }
    var from: String { pick("From ", "從 ", "从 ") }
    var through: String { pick("Through ", "到 ", "到 ") }
    func unfold(_ number: Int) -> String { fill(pick("% more", "還有 % 項", "还有 % 项"), Texts.grouped(number)) }
    var fewer: String { pick("Show fewer", "顯示較少", "收起") }
    var upcoming: String { pick("Upcoming", "預計支出", "预计支出") }
    var noEntries: String { pick("Nothing recorded", "尚無帳目", "尚无账目") }
    var noEntriesHint: String {
        pick("Type what you spent above.", "在上方輸入花了多少。", "在上方输入花了多少。")
    }
    var nothingToSort: String { pick("The inbox is empty", "沒有未分類的帳目", "没有未分类的账目") }
    /// Said once, before the first amount that names none.
    func settles(on currency: Currency) -> String {
        fill(
            pick(
                "Amounts without a currency are in % (see the settings)", "未寫幣別的金額以 % 計（見設定）",
                "未写币种的金额以 % 计（见设置）"), currency.code)
    }
    var usualCurrency: String {
        pick("Currency of amounts that name none", "未寫幣別時的幣別", "未写币种时的币种")
    }
    func entries(_ number: Int) -> String {
        count(number, " entry", " entries", " 筆", " 笔")
    }
    var sums: String { pick("Chart and sums", "圖表與合計", "图表与合计") }
    var days: String { pick("Days", "日期", "日期") }
    func range(_ range: ReportRange) -> String {
        switch range {
        case .thisMonth: pick("This month", "本月", "本月")
        case .lastMonth: pick("Last month", "上月", "上月")
        case .thisYear: pick("This year", "今年", "今年")
        case .all, .days: pick("All", "全部", "全部")
        }
    }
    /// What no sum has: "Not counted: 3 entries in the inbox, 99.00 USD".
    func leftOut(_ number: Int, _ sums: Sums) -> String {
        pick("Not counted: ", "未計入：", "未计入：")
            + count(number, " entry in the inbox", " entries in the inbox", " 筆未分類", " 笔未分类")
            + (sums.isEmpty ? "" : pick(", ", "，", "，") + self.sums(sums, .unsorted))
    }
    var severalTags: String {
        pick("An entry with several tags counts for each of them.", "有多個標籤的帳目計入每個標籤。", "有多个标签的账目计入每个标签。")
    }
    var noSumsThen: String {
        pick("Nothing came in or went out on these days.", "這段期間沒有收支。", "这段期间没有收支。")
    }
    var colon: String { pick(": ", "：", "：") }
    var noSums: String { pick("Nothing to add up yet.", "尚無可合計的帳目。", "尚无可合计的账目。") }
    var period: String { pick("Period", "期間", "期间") }
    var balance: String { pick("Balance", "結餘", "结余") }
    var untagged: String { pick("Untagged", "無標籤", "无标签") }
    var kindLabel: String { pick("Kind", "種類", "种类") }
    var amountLabel: String { pick("Amount", "金額", "金额") }
    var currency: String { pick("Currency", "幣別", "币种") }
    var dayLabel: String { pick("Day", "日期", "日期") }
    var dueDay: String { pick("Due", "預定日期", "预定日期") }
    var note: String { pick("Note", "備註", "备注") }
    var place: String { pick("Place", "地點", "地点") }
    var tags: String { pick("Tags", "標籤", "标签") }
    var voiceNote: String { pick("Voice note", "語音備註", "语音备注") }

    var holdToRecord: String { pick("Hold to record a voice note, or press Space", "按住錄音，或按空白鍵", "按住录音，或按空格键") }
    var listening: String { pick("Recording; let go or press again to keep it", "錄音中，放開或再按即儲存", "录音中，松开或再按即保存") }
    func play(_ title: String) -> String { pick("Play: ", "播放：", "播放：") + title }
    var notRecorded: String {
        pick("Nothing was recorded. Is the microphone allowed? ", "未能錄音。是否已允許使用麥克風？", "未能录音。是否已允许使用麦克风？")
    }
    var notPlayed: String { pick("The recording can't be played: ", "無法播放錄音：", "无法播放录音：") }

    func kind(_ kind: EntryKind) -> String {
        switch kind {
        case .income: pick("Income", "收入", "收入")
        case .expense: pick("Expense", "支出", "支出")
        case .unsorted: pick("Inbox", "未分類", "未分类")
        }
    }

    func move(to kind: EntryKind) -> String { pick("Move to ", "移到", "移到") + self.kind(kind) }

    func mark(as kind: EntryKind) -> String {
        kind == .income ? pick("Mark as income", "標為收入", "标为收入") : pick("Mark as expense", "標為支出", "标为支出")
    }
    var markKey: String { pick("Expense or income", "支出或收入", "支出或收入") }

    func period(_ period: ReportPeriod) -> String {
        switch period {
        case .day: pick("Day", "日", "日")
        case .week: pick("Week", "週", "周")
        case .month: pick("Month", "月", "月")
        }
    }

    /// What to call a period: its first day, or its month.
    func label(_ totals: PeriodTotals, _ period: ReportPeriod) -> String {
        day(totals.start, isMonth: period == .month)
    }

    /// What to call an entry in a list.
    func title(_ entry: Entry) -> String {
        if !entry.note.isEmpty { return Screens.firstLine(entry.note) }
        if entry.voice != nil { return voiceNote }
        return entry.place.isEmpty ? entry.tags.first ?? kind(entry.kind) : entry.place
    }

    /// Place, tags, and that it waits to be sorted.
    func particulars(_ entry: Entry) -> String {
        var parts: [String] = []
        if entry.kind == .unsorted { parts.append(kind(.unsorted)) }
        if !entry.place.isEmpty { parts.append("@" + entry.place) }
        parts += entry.tags.map { "#" + $0 }
        return parts.joined(separator: " · ")
    }

    /// With its sign, where it has one: `−1,234.50 EUR`.
    func amount(_ amount: Amount, _ kind: EntryKind) -> String {
        sign(kind) + Texts.grouped(amount.shown) + " " + amount.currency.code
    }

    func sign(_ kind: EntryKind) -> String {
        switch kind {
        case .income: "+"
        case .expense: "−"
        case .unsorted: ""
        }
    }

    /// Each currency by itself: `−1,200.00 EUR, −5.00 USD`.
    func sums(_ sums: Sums, _ kind: EntryKind) -> String {
        sums.all.map { sign(kind) + Texts.grouped($0.number) + " " + $0.currency.code }
            .joined(separator: pick(", ", "、", "、"))
    }

    /// Income, then expenses, of each currency by itself. A line breaks between them alone.
    func totals(_ totals: Totals, in currency: Currency? = nil) -> String {
        var parts: [String] = []
        for (kind, sums) in [(EntryKind.income, totals.income), (.expense, totals.expense)] {
            for sum in sums.all where currency == nil || sum.currency == currency {
                parts.append(sign(kind) + Texts.grouped(sum.shown) + "\u{A0}" + sum.currency.code)
            }
        }
        return parts.joined(separator: "  ")
    }

    /// Digits in threes before the point: `−1,234.5`.
    static func grouped(_ number: String) -> String {
        var text: [UInt8] = []
        let digits = number.bytes
        let whole = digits.firstIndex(of: 0x2E) ?? digits.count
        for (index, digit) in digits.enumerated() {
            if index > 0, index < whole, (whole - index) % 3 == 0, digits[index - 1] != 0x2D { text.append(0x2C) }
            if digit == 0x2D { text.append(contentsOf: "−".utf8) } else { text.append(digit) }
        }
        return String(utf8: text)
    }

    /// “Nov 21, 2026”, or “Nov 2026” of a month.
    func day(_ day: CivilDate, isMonth: Bool = false) -> String {
        if language == .english {
            let months = "JanFebMarAprMayJunJulAugSepOctNovDec".bytes
            let first = 3 * (Int(day.month) - 1)
            return String(utf8: Array(months[first..<first + 3])) + fill(isMonth ? " " : " %, ", String(day.day))
                + String(day.year)
        }
        return String(day.year) + fill(isMonth ? "年%月" : "年%月%日", String(day.month), String(day.day))
    }

    func day(_ day: CivilDate, today: CivilDate) -> String {
        if day == today { return pick("Today", "今天", "今天") }
        if day == today.adding(days: -1) { return pick("Yesterday", "昨天", "昨天") }
        return self.day(day)
    }

    func problem(_ error: MoneyError) -> String {
        func say(
            _ english: Literal, _ traditional: Literal, _ simplified: Literal, _ first: String = "",
            _ second: String = ""
        ) -> String {
            fill(pick(english, traditional, simplified), first, second)
        }
        return switch error {
        case .notANumber(let text):
            say(
                "“%” isn't a valid amount. Write one such as 12.50.", "「%」不是金額，請寫成 12.50 這樣。",
                "“%”不是金额，请写成 12.50 这样。", text)
        case .misplacedComma(let text):
            say(
                "“%” has a comma in the wrong place. Write 1234.50 or 1,234.50.",
                "「%」的逗號位置不對，請寫成 1234.50 或 1,234.50。",
                "“%”的逗号位置不对，请写成 1234.50 或 1,234.50。", text)
        case .twoReadings(let text, let whole, let decimal):
            say(
                "“%” can be read in two ways. Write %.", "「%」有兩種讀法，請寫成 %。", "“%”有两种读法，请写成 %。", text,
                whole + pick(" or ", " 或 ", " 或 ") + decimal)
        case .spaceInside(let text):
            say(
                "“%” may be one number or two. Write it without the space, or with a word between.",
                "「%」可能是一個數，請去掉空格，或在中間寫字。", "“%”可能是一个数，请去掉空格，或在中间写字。", text)
        case .foreignDigits(let text):
            say(
                "“%” has other digits. Write it with 0 to 9.", "「%」請用 0 到 9 書寫。",
                "“%”请用 0 到 9 书写。", text)
        case .tooManyDigits(let text):
            say(
                "“%” has too many digits. An amount has at most %, with the decimals of the currency.",
                "「%」位數太多，最多 % 位。", "“%”位数太多，最多 % 位。", text, String(Amount.mostDigits))
        case .unknownCurrency(let text):
            say(
                "“%” isn't a valid currency. Write a code such as EUR.", "沒有「%」這種貨幣，請寫代碼，例如 TWD。",
                "没有“%”这种货币，请写代码，例如 CNY。", text)
        case .signedAmount(let text):
            say("“%” has a sign. Leave it out.", "「%」不需要正負號。", "“%”不需要正负号。", text)
        case .noAmount:
            say(
                "There is no amount. Write one such as 12.50.", "沒有金額，請寫一個，例如 12.50。",
                "没有金额，请写一个，例如 12.50。")
        case .badDay(let text) where CivilDate(text) != nil:
            say(
                "The year of “%” is before 1900. Write all four digits of the year.",
                "「%」的年份早於 1900，請輸入完整的四位年份。", "“%”的年份早于 1900，请输入完整的四位年份。", text)
        case .badDay(let text):
            say(
                "“%” isn't a valid date. Use the form 2026-11-21.", "「%」不是日期，請寫成 2026-11-21 這樣。",
                "“%”不是日期，请写成 2026-11-21 这样。", text)
        case .badTag(let text): say("“%” isn't a valid tag.", "「%」不能當標籤。", "“%”不能当标签。", text)
        case .tooManyTags:
            say("An entry can have at most % tags.", "標籤最多 % 個。", "标签最多 % 个。", String(MoneyError.mostTags))
        case .textTooLong: say("The text is too long. Shorten it.", "文字太長，請縮短。", "文字太长，请缩短。")
        case .clockAtEnd: problem(TodoError.clockAtEnd)
        case .notFound: say("This entry was deleted.", "這筆帳目已被刪除。", "这笔账目已被删除。")
        case .recordingTooLarge:
            say(
                "The recording is over 10 MB. Record less.", "錄音超過 10 MB，請錄短一點。",
                "录音超过 10 MB，请录短一点。")
        case .noRecording: say("Hold the button while you speak.", "說話時請按住按鈕。", "说话时请按住按钮。")
        case .sumTooLarge(let currency):
            say(
                "The sum in % has too many digits. Look at fewer entries at once.", "% 的合計太大，請縮小範圍。",
                "% 的合计太大，请缩小范围。", currency.code)
        }
    }
}
