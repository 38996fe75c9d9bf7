import DaybookApp
import DaybookCore
import DaybookExchange
import Foundation

/// Says in the app what is in a file, and what becomes of it.
struct ImportText {
    let texts: Language
    /// An answer to a question. Its parameters are empty where it takes back what was chosen.
    private struct Choice {
        let isChosen: Bool
        let key, parameters, text: String

        init(_ isChosen: Bool, _ key: String, _ parameters: String, _ text: String) {
            (self.isChosen, self.key, self.parameters, self.text) = (isChosen, key, parameters, text)
        }
    }

    private let wanted: ImportRequest
    private let accounts: [MoneyAccount]
    var answer = ImportAnswer()

    init(_ wanted: ImportRequest, _ accounts: [MoneyAccount], _ texts: Language) {
        (self.wanted, self.accounts, self.texts) = (wanted, accounts.filter { !$0.isClosed }, texts)
    }

    /// Says why a file can't be read as it is.
    mutating func append(_ failure: ImportFailure) {
        answer.append(.title, texts(.cannotBeRead))
        answer.append(.problem, texts.say(failure.reason))
        if let question = failure.question {
            ask(question)
        } else {
            askAgain()
        }
        append(failure.columns)
    }

    mutating func append(_ file: FileImport, _ report: ImportReport, _ id: EntityID?) {
        let summary = report.summary
        answer.append(.title, ([file.form] + [file.encoding?.rawValue].compactMap { $0 }).joined(separator: " · "))
        if !file.isOfTodos { answer.append(.isOfEntries) }
        answer.append(.writes, number: report.isRefused ? 0 : UInt64(summary.written))
        if let id {
            answer.append(
                .done, texts(file.isOfTodos ? .importedTodos : .importedEntries, summary.written), id: id.text)
        }
        for pair in report.proposals {
            let words = [pair.from, pair.to].map { entry in
                [entry.day.text, entry.amount?.text(of: entry.kind), entry.note.excerpt(40)].compactMap { $0 }
                    .joined(separator: " · ")
            }
            answer.append(
                .pair, words.joined(separator: " → "), id: pair.from.id.text, value: pair.to.id.text)
        }
        appendQuestions(file, report)
        append(report.columns)
        if !file.isOfTodos, let name = destination(report) { answer.append(.destination, texts(.intoAccount, name)) }
        if id == nil { say(texts(file.isOfTodos ? .hasTodos : .hasEntries, report.count)) }
        appendSentences(report)
        answer.append(.head, texts(.contentColumn), id: texts(.lineColumn), result: texts(.resultColumn))
        for row in report.rows {
            answer.append(
                .row, row.reason.map { texts.say($0) } ?? row.text, id: "\(row.line)",
                value: "is-\(row.outcome.rawValue)",
                detail: [row.day?.text, row.amount?.text(of: row.kind), row.finishes.map { texts(.finishes) + $0 }]
                    .compactMap { $0 }.joined(separator: " · "),
                result: texts.outcome(row.outcome))
        }
        if report.count > report.rows.count {
            answer.append(.more, texts(.moreRows, report.count - report.rows.count))
        }
    }

    private mutating func say(_ sentence: String) { answer.append(.sentence, sentence) }

    /// Says the meaning of each column of a bank's CSV, and what else it may be.
    private mutating func append(_ all: [BankColumn]) {
        let columns = all.filter { !$0.isEmpty }
        guard !columns.isEmpty else { return }
        answer.append(.columns, texts(.columns))
        for column in columns {
            let key = "column " + column.name
            answer.append(
                .column, column.name, id: key, detail: column.samples.map { $0.excerpt(40) }.joined(separator: " · "),
                result: texts.meaning(column.meaning), number: column.meaning == ColumnMeaning.none ? 0 : 1)
            for meaning in ColumnMeaning.choices {
                answer.append(
                    .meaning, texts.meaning(meaning), id: key,
                    value: "&column=" + Self.escaped("\(column.name)=\(meaning.rawValue)"),
                    number: column.meaning == meaning ? 1 : 0)
            }
        }
    }

    /// The account to which all entries go; nil for several, or where the file has no account to go to.
    private func destination(_ report: ImportReport) -> String? {
        if let account = accounts.first(where: { $0.id.text == wanted.accountName }) { return account.name }
        let targets = Set(report.statements.map(\.target))
        return targets.count == 1 ? targets.first ?? nil : nil
    }

    private mutating func appendSentences(_ report: ImportReport) {
        let summary = report.summary
        for (outcome, count) in [
            (.new, summary.added), (.known, summary.known), (.restored, summary.restored),
            (.deleted, summary.deleted), (.fits, summary.fitting), (.unreadable, summary.unreadable),
        ] as [(ImportOutcome, Int)] where count > 0 {
            var sentence = texts.count(outcome, count)
            if outcome == .new {
                var parts = EntryKind.allCases.compactMap { kind in summary.kinds[kind].map { texts.count(kind, $0) } }
                if summary.transfers > 0 { parts.append(texts(.countTransfers, summary.transfers)) }
                if let days = summary.days {
                    let (first, last) = (days.lowerBound.text, days.upperBound.text)
                    parts.append(first == last ? first : "\(first) – \(last)")
                }
                if !parts.isEmpty { sentence += " (\(parts.joined(separator: texts.listComma)))" }
            }
            say(sentence)
        }
        if !report.lost.isEmpty {
            say(texts(.leftOut) + report.lost.map { texts.loss($0, $1) }.joined(separator: texts.listComma))
        }
        if report.keptRules > 0 { say(texts(.keptRules, report.keptRules)) }
        if !report.kept.isEmpty {
            let words = report.kept.map { texts.loss(.program($0), $1) }.sorted()
            say(texts(.keptParts) + words.joined(separator: texts.listComma))
        }
        if !report.newLists.isEmpty {
            say(texts(.newLists) + report.newLists.joined(separator: texts.listComma))
        }
        if !report.newFilters.isEmpty {
            say(texts(.newFilters) + report.newFilters.joined(separator: texts.listComma))
        }
        if !report.newAccounts.isEmpty {
            say(texts(.newAccounts) + report.newAccounts.joined(separator: texts.listComma))
        }
        if !report.finishing.isEmpty {
            say(texts(.finishes) + report.finishing.joined(separator: texts.listComma))
        }
        let envelopes = summary.names(of: .envelope)
        if !envelopes.isEmpty { say(texts(.newEnvelopes) + envelopes.joined(separator: texts.listComma)) }
        let others = summary.budgetCount - envelopes.count
        if others > 0 { say(texts(.newBudgetParts, others)) }
        for account in report.openings { say(texts.opening(account)) }
        for statement in report.statements { say(texts.statement(statement)) }
        for closing in report.closings { say(texts.closing(closing)) }
        if summary.withoutDay > 0 { say(texts(.withoutDay, summary.withoutDay, wanted.moment.today.text)) }
        for lack in report.summary.lackingAmounts { say(texts.lacking(lack)) }
        if report.kindIsSign { say(texts(.allAreIncomes)) }
        if let settled = report.settled { say(texts(.settledCurrency, settled.code)) }
        if let numbered = report.numbered { say(texts(.numberedAccount, numbered.number, numbered.name)) }
    }

    private mutating func appendQuestions(_ file: FileImport, _ report: ImportReport) {
        let (summary, options) = (report.summary, wanted.options)
        for question in report.questions { ask(question) }
        if report.questions.isEmpty {
            askAgain()
            if !file.isOfTodos { askAccount() }
            if summary.unreadable > 0 {
                ask(
                    texts(.someUnreadable, summary.unreadable),
                    [choice("yes", options.leavesOutUnreadable, "1", texts(.leaveOut))])
            }
        }
        if summary.deleted + summary.restored > 0 {
            ask(
                texts(.someDeleted, summary.deleted + summary.restored),
                [choice("restoreDeleted", options.restoresDeleted, "1", texts(.bringBack))])
        }
        if summary.fitting > 0 || options.addsFitting {
            ask(
                options.addsFitting ? texts(.addToo) : texts(.someTyped, summary.fitting),
                [choice("all", options.addsFitting, "1", texts(.addToo))])
        }
    }

    /// Asks again what was answered before: it may be answered otherwise.
    private mutating func askAgain() {
        askAgain(texts(.askDates), "dateOrder", wanted.options.dateOrder ?? wanted.options.usualDateOrder, texts.order)
        askAgain(texts(.askDecimals), "decimalMark", wanted.options.decimalMark, texts.mark)
        if wanted.options.isNegated != nil { askSign("12.50") }
        if !wanted.options.leftOut.isEmpty {
            ask(
                wanted.options.leftOut.joined(separator: texts.listComma),
                [choice("leaveOut", true, "", texts(.leaveOut))])
        }
    }

    /// - Parameter answer: the one that counts; nil where the question wasn't asked.
    private mutating func askAgain<Answer: RawRepresentable<String> & CaseIterable & Equatable>(
        _ question: String, _ key: String, _ answer: Answer?, _ words: (Answer) -> String
    ) {
        guard let answer else { return }
        ask(question, Answer.allCases.map { .init($0 == answer, key, "&\(key)=\($0.rawValue)", words($0)) })
    }

    private mutating func ask(_ question: String, _ choices: [Choice]) {
        guard !choices.isEmpty else { return }
        answer.append(.question, question)
        for choice in choices {
            answer.append(
                .choice, choice.text, id: choice.key, value: choice.parameters, number: choice.isChosen ? 1 : 0)
        }
    }

    private mutating func ask(_ question: ImportQuestion) {
        let options = wanted.options
        switch question {
        case .dateOrder(let readings):
            ask(
                texts(.askDates),
                readings.sorted { $0.key.rawValue < $1.key.rawValue }.map { order, day in
                    choice(
                        "dateOrder", options.dateOrder == order, order.rawValue, "\(texts.order(order)): \(day.text)")
                })
        case .decimalMark(let readings):
            ask(
                texts(.askDecimals),
                readings.sorted { $0.key.rawValue < $1.key.rawValue }.map { mark, number in
                    choice(
                        "decimalMark", options.decimalMark == mark, mark.rawValue, "\(texts.mark(mark)): \(number)")
                })
        case .account, .noAccount: askAccount()
        case .sign(let amount): askSign(amount)
        case .column(let meaning, let names):
            ask(
                texts(.askColumn, texts.meaning(meaning)),
                names.map {
                    .init(false, "column " + $0, "&column=" + Self.escaped("\($0)=\(meaning.rawValue)"), $0)
                })
        case .leaveOutOne(let names): ask(texts(.askOneColumn), names.map { leavingOut([$0], $0) })
        case .leaveOutAll(let names):
            let words = names.map { $0.excerpt }.joined(separator: texts.listComma)
            ask(texts(.askUnknownColumns), [leavingOut(names, "\(texts(.leaveOut)): \(words)")])
        }
    }

    private mutating func askSign(_ amount: String) {
        ask(
            texts(.askSign, amount),
            [true, false].map {
                .init(wanted.options.isNegated == $0, "negate", "&negate=\($0 ? 1 : 0)", ($0 ? "" : "−") + amount)
            })
    }

    private func leavingOut(_ names: [String], _ text: String) -> Choice {
        let all = wanted.options.leftOut + names
        return .init(false, "leaveOut", all.map { "&leaveOut=" + Self.escaped($0) }.joined(), text)
    }

    private mutating func askAccount() {
        guard accounts.contains(where: { !$0.isDefault }) else { return }
        ask(
            texts(.askAccount),
            [.init(wanted.accountName == nil, "account", "&account=", texts(.defaultAccount))]
                + accounts.map {
                    .init(wanted.accountName == $0.id.text, "account", "&account=" + $0.id.text, $0.name)
                })
    }

    /// Chooses something. To choose it again takes that back.
    private func choice(_ key: String, _ isChosen: Bool, _ value: String, _ text: String) -> Choice {
        .init(isChosen, key, isChosen ? "" : "&\(key)=\(value)", text)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: .urlUserAllowed.subtracting(CharacterSet(charactersIn: "&+=;$,")))
            ?? ""
    }
}

extension Amount {
    /// The amount with the sign of its kind: `−12.50 EUR`.
    func text(of kind: EntryKind?) -> String { (kind == .expense ? "−" : kind == .income ? "+" : "") + text }
}
