import DaybookApp
import DaybookCore
import DaybookExchange
import Foundation

/// The text of a file in the app, as `ImportAnswer` reads it.
struct ImportText {
    let texts: Language
    private let wish: ImportWish
    private let accounts: [MoneyAccount]
    private var answer = AnswerLines()

    init(_ wish: ImportWish, _ accounts: [MoneyAccount], _ texts: Language) {
        (self.wish, self.accounts, self.texts) = (wish, accounts.filter { !$0.isClosed }, texts)
    }

    var lines: String { answer.text }

    private mutating func append(_ sign: String, _ values: String...) { answer.append(sign, values) }

    mutating func append(problem: String) { append("p", problem) }

    /// Appends why a file can't be read as it is.
    mutating func append(_ failure: ImportFailure) {
        append("h", texts(.cannotBeRead))
        append("p", texts.say(failure.reason))
        if let question = failure.question {
            ask(question)
        } else {
            askAgain()
        }
        append(failure.columns)
    }

    mutating func append(_ file: FileImport, _ report: ImportReport, _ id: EntityID?) {
        let summary = report.summary
        append("h", ([file.form] + [file.encoding?.rawValue].compactMap { $0 }).joined(separator: " · "))
        append("k", file.isOfTodos ? "todos" : "entries")
        append("w", "\(report.isRefused ? 0 : summary.written)")
        if let id {
            append("i", id.text)
            append(
                "d", file.isOfTodos ? texts(.importedTodos, summary.written) : texts(.importedEntries, summary.written))
        }
        for pair in report.proposals {
            let words = [pair.from, pair.to].map { entry in
                [entry.day.text, AnswerLines.amount(entry.amount, entry.kind), entry.note.excerpt(40)].compactMap { $0 }
                    .joined(separator: " · ")
            }
            append("j", pair.from.id.text, pair.to.id.text, words.joined(separator: " → "))
        }
        appendQuestions(file, report)
        append(report.columns)
        if !file.isOfTodos, let name = destination(report) { append("g", texts(.intoAccount, name)) }
        if id == nil { append("s", file.isOfTodos ? texts(.hasTodos, report.count) : texts(.hasEntries, report.count)) }
        appendSentences(report)
        append("t", texts(.lineColumn), texts(.contentColumn), texts(.resultColumn))
        for row in report.rows {
            let amount = AnswerLines.amount(row.amount, row.kind)
            append(
                "r", "\(row.line)", "is-\(row.fate.rawValue)", texts.fate(row.fate),
                row.reason.map { texts.say($0) } ?? row.text,
                [row.day?.text, amount].compactMap { $0 }.joined(separator: " · "))
        }
        if report.count > report.rows.count { append("m", texts(.moreRows, report.count - report.rows.count)) }
    }

    /// Says the meaning of each column of a bank's CSV, and what else it may be.
    private mutating func append(_ all: [BankColumn]) {
        let columns = all.filter { !$0.isEmpty }
        guard !columns.isEmpty else { return }
        append("y", texts(.columns))
        for column in columns {
            let key = "column " + column.name
            append(
                "u", column.name, column.samples.map { $0.excerpt(40) }.joined(separator: " · "), key,
                texts.meaning(column.meaning), column.meaning == ColumnMeaning.none ? "0" : "1")
            for meaning in ColumnMeaning.choices {
                append(
                    "v", column.meaning == meaning ? "1" : "0", key,
                    "&column=" + Self.escaped("\(column.name)=\(meaning.rawValue)"), texts.meaning(meaning))
            }
        }
    }

    /// The account to which all entries go; nil for several, or where the file has no account to go to.
    private func destination(_ report: ImportReport) -> String? {
        if let account = accounts.first(where: { $0.id.text == wish.accountName }) { return account.name }
        let targets = Set(report.statements.map(\.target))
        return targets.count == 1 ? targets.first ?? nil : nil
    }

    private mutating func appendSentences(_ report: ImportReport) {
        let summary = report.summary
        for (fate, count) in [
            (.new, summary.added), (.known, summary.known), (.restored, summary.restored),
            (.deleted, summary.deleted), (.fits, summary.fitting), (.unreadable, summary.unreadable),
        ] as [(ImportRow.Fate, Int)] where count > 0 {
            var sentence = texts.count(fate, count)
            if fate == .new {
                var parts = EntryKind.allCases.compactMap { kind in summary.kinds[kind].map { texts.count(kind, $0) } }
                if summary.transfers > 0 { parts.append(texts(.countTransfers, summary.transfers)) }
                if let days = summary.days {
                    let (first, last) = (days.lowerBound.text, days.upperBound.text)
                    parts.append(first == last ? first : "\(first) – \(last)")
                }
                if !parts.isEmpty { sentence += " (\(parts.joined(separator: texts.listComma)))" }
            }
            append("s", sentence)
        }
        if !report.lost.isEmpty {
            append("s", texts(.leftOut) + report.lost.map { texts.loss($0, $1) }.joined(separator: texts.listComma))
        }
        if report.keptRules > 0 { append("s", texts(.keptRules, report.keptRules)) }
        if !report.kept.isEmpty {
            let words = report.kept.map { texts.loss(.program($0), $1) }.sorted()
            append("s", texts(.keptParts) + words.joined(separator: texts.listComma))
        }
        if !report.newLists.isEmpty {
            append("s", texts(.newLists) + report.newLists.joined(separator: texts.listComma))
        }
        if !report.newFilters.isEmpty {
            append("s", texts(.newFilters) + report.newFilters.joined(separator: texts.listComma))
        }
        if !report.newAccounts.isEmpty {
            append("s", texts(.newAccounts) + report.newAccounts.joined(separator: texts.listComma))
        }
        for account in report.openings { append("s", texts.opening(account)) }
        for statement in report.statements { append("s", texts.statement(statement)) }
        for closing in report.closings { append("s", texts.closing(closing)) }
        if summary.withoutDay > 0 { append("s", texts(.withoutDay, summary.withoutDay, wish.moment.today.text)) }
        for lack in report.summary.lackingAmounts { append("s", texts.lacking(lack)) }
        if report.kindIsSign { append("s", texts(.allAreIncomes)) }
        if let settled = report.settled { append("s", texts(.settledCurrency, settled.code)) }
        if let numbered = report.numbered { append("s", texts(.numberedAccount, numbered.number, numbered.name)) }
    }

    private mutating func appendQuestions(_ file: FileImport, _ report: ImportReport) {
        let (summary, options) = (report.summary, wish.options)
        for question in report.questions { ask(question) }
        if report.questions.isEmpty {
            askAgain()
            if !file.isOfTodos { askAccount() }
            if summary.unreadable > 0 {
                append("q", texts(.someUnreadable, summary.unreadable))
                choose("yes", options.leavesOutUnreadable, "1", texts(.leaveOut))
            }
        }
        if summary.deleted + summary.restored > 0 {
            append("q", texts(.someDeleted, summary.deleted + summary.restored))
            choose("restoreDeleted", options.restoresDeleted, "1", texts(.bringBack))
        }
        if summary.fitting > 0 || options.addsFitting {
            append("q", options.addsFitting ? texts(.addToo) : texts(.someTyped, summary.fitting))
            choose("all", options.addsFitting, "1", texts(.addToo))
        }
    }

    /// Asks again what was answered before: it may be answered otherwise.
    private mutating func askAgain() {
        askAgain(texts(.askDates), "dateOrder", wish.options.dateOrder ?? wish.options.usualDateOrder, texts.order)
        askAgain(texts(.askDecimals), "decimalMark", wish.options.decimalMark, texts.mark)
        if wish.options.isNegated != nil { askSign("12.50") }
        if !wish.options.leftOut.isEmpty {
            append("q", wish.options.leftOut.joined(separator: texts.listComma))
            choose("leaveOut", true, "", texts(.leaveOut))
        }
    }

    /// - Parameter answer: the one that counts; nil where the question wasn't asked.
    private mutating func askAgain<Answer: RawRepresentable<String> & CaseIterable & Equatable>(
        _ question: String, _ key: String, _ answer: Answer?, _ words: (Answer) -> String
    ) {
        guard let answer else { return }
        append("q", question)
        for other in Answer.allCases {
            append("c", other == answer ? "1" : "0", key, "&\(key)=\(other.rawValue)", words(other))
        }
    }

    private mutating func ask(_ question: ImportQuestion) {
        switch question {
        case .dateOrder(let readings):
            append("q", texts(.askDates))
            for (order, day) in readings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                choose(
                    "dateOrder", wish.options.dateOrder == order, order.rawValue, "\(texts.order(order)): \(day.text)")
            }
        case .decimalMark(let readings):
            append("q", texts(.askDecimals))
            for (mark, number) in readings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                choose(
                    "decimalMark", wish.options.decimalMark == mark, mark.rawValue, "\(texts.mark(mark)): \(number)")
            }
        case .account, .noAccount: askAccount()
        case .sign(let amount): askSign(amount)
        case .column(let meaning, let names):
            append("q", texts(.askColumn, texts.meaning(meaning)))
            for name in names {
                append("c", "0", "column " + name, "&column=" + Self.escaped("\(name)=\(meaning.rawValue)"), name)
            }
        case .leaveOutOne(let names):
            append("q", texts(.askOneColumn))
            for name in names { leaveOut([name], name) }
        case .leaveOutAll(let names):
            append("q", texts(.askUnknownColumns))
            leaveOut(names, "\(texts(.leaveOut)): \(names.map { $0.excerpt }.joined(separator: texts.listComma))")
        }
    }

    private mutating func askSign(_ amount: String) {
        append("q", texts(.askSign, amount))
        for isNegated in [true, false] {
            append(
                "c", wish.options.isNegated == isNegated ? "1" : "0", "negate", "&negate=\(isNegated ? 1 : 0)",
                (isNegated ? "" : "−") + amount)
        }
    }

    private mutating func leaveOut(_ names: [String], _ text: String) {
        let all = wish.options.leftOut + names
        append("c", "0", "leaveOut", all.map { "&leaveOut=" + Self.escaped($0) }.joined(), text)
    }

    private mutating func askAccount() {
        guard accounts.contains(where: { !$0.isDefault }) else { return }
        append("q", texts(.askAccount))
        append("c", wish.accountName == nil ? "1" : "0", "account", "&account=", texts(.defaultAccount))
        for account in accounts {
            append(
                "c", wish.accountName == account.id.text ? "1" : "0", "account", "&account=" + account.id.text,
                account.name)
        }
    }

    /// Chooses something. To choose it again takes that back.
    private mutating func choose(_ key: String, _ isChosen: Bool, _ value: String, _ text: String) {
        append("c", isChosen ? "1" : "0", key, isChosen ? "" : "&\(key)=\(value)", text)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: .urlUserAllowed.subtracting(CharacterSet(charactersIn: "&+=;$,")))
            ?? ""
    }
}
