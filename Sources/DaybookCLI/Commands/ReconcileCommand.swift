import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct ReconcileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Hold an account against a statement of the bank: tick rows until they come to its balance.",
        discussion: """
            Without rows it shows those of the account up to that day that no statement has as yet, and how far the \
            statement is from them. With rows, or --all, they are reconciled if they come to the balance. To change or \
            delete a reconciled row afterwards takes --yes. Without --balance it shows the statements that were reconciled.
            """)

    @Argument(help: "The account.")
    var account: AccountName

    @Argument(help: "The rows that the statement has: numbers of entries and, such as t3, of transfers.")
    var rows: [ItemName] = []

    @Option(
        name: [.customLong("day"), .customLong("on")],
        help: ArgumentHelp("The day of the statement; today if left out.", valueName: "day"),
        transform: { try TypedDay.one($0, .past) })
    var day: CivilDate?

    @Option(
        help: ArgumentHelp(
            "What the statement says was there, such as 1234.56; -120 for what is owed.", valueName: "amount"),
        transform: TypedText.plain)
    var balance: String?

    @Flag(help: "All rows up to that day.")
    var all = false

    @Flag(help: "Forget the statement of that day: its rows are reconciled no more.")
    var forget = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        if balance == nil, !rows.isEmpty || all {
            throw ValidationError("Give what the statement says with --balance.")
        }
        if forget, balance != nil || day == nil {
            throw ValidationError("Name the day of the statement with --day, and leave --balance out.")
        }
        if all, !rows.isEmpty { throw ValidationError("Give rows, or --all for all of them.") }
    }

    func run() throws {
        if forget { return try forgetStatement() }
        guard let balance else { return try showStatements() }
        guard all || !rows.isEmpty else { return try showOpen(balance) }
        let (name, count, said) = try book.write { book in
            let (account, statement, _) = try statement(balance, in: book.reader)
            let ticked = try all ? statement.open : rows.flatMap { try row($0, statement, in: book.reader) }
            try book.reconcile(ticked, with: statement)
            return (account.name, ticked.count, statement.balance)
        }
        var output = Output()
        output.append(terminal: "Reconciled “\(name)” with \(said.text)")
        output.append(": \(count) \(count == 1 ? "row" : "rows")\n")
        try output.flushChange()
    }

    /// The account, the statement, and its day.
    private func statement(
        _ balance: String, in book: BookReader
    ) throws -> (MoneyAccount, StatementCheck, CivilDate) {
        let account = try account.account(in: book)
        let day = day ?? .local()
        let (amount, isOwed) = try Amount.typed(balance: balance.trimmed) { account.currency }
        guard amount.currency == account.currency else {
            throw CommandFailure(
                "“\(account.name)” is in \(account.currency.code), and the balance in \(amount.currency.code).")
        }
        let sum = isOwed ? Sum(amount).negated : Sum(amount)
        return (account, try StatementCheck(of: account, sum, on: day, book.rows(of: account)), day)
    }

    private func row(_ name: ItemName, _ statement: StatementCheck, in book: BookReader) throws -> [StatementRow] {
        let isTransfer = ["t", "T"].contains(name.text.prefix(1))
        let id = try isTransfer ? name.transfer(in: book).transfer.id : name.entry(in: book).entry.id
        let found = statement.open.filter { $0.id == id }
        guard found.isEmpty else { return found }
        throw CommandFailure(
            "The row \(name.text) isn't one that the statement may have: it is of another account, of a later day, or "
                + "reconciled already.")
    }

    private static func words(_ difference: Sum) -> String {
        difference.coefficient > 0 ? "\(difference.text) are missing" : "\(difference.negated.text) too much"
    }

    private func showOpen(_ balance: String) throws {
        let (_, statement, day) = try book.read { try self.statement(balance, in: $0) }
        var output = Output()
        let sums = statement.open.map { $0.sum }
        let width = sums.map { $0.text.utf8.count }.max() ?? 0
        for (row, sum) in zip(statement.open, sums) {
            output.append(row.name, right: 6)
            output.append("  \(row.day.text)")
            output.append(sum.text, right: width + 2)
            output.append("  ")
            output.append(terminalLine: row.note)
        }
        if statement.open.isEmpty { output.append("All rows through \(day.text) are reconciled.\n") }
        output.append("Reconciled so far: \(statement.settled.text)\n")
        output.append("The statement says: \(statement.balance.text)\n")
        let rest = try statement.difference(with: statement.open)
        output.append(
            "With all rows: "
                + (rest.coefficient == 0 ? "no difference. Add --all to reconcile them." : Self.words(rest))
                + "\n")
        try output.flush()
    }

    private func showStatements() throws {
        let last = day ?? CivilDate.local()
        let (name, statements, open, closing) = try book.read { book in
            let account = try account.account(in: book)
            let statements = try book.reconciliations(of: account.id).map { $0.reconciliation }
            let open = try book.rows(of: account).count { $0.reconciliation == nil && $0.day <= last }
            return (account.name, statements, open, account.openClosing(statements))
        }
        var output = Output()
        for statement in statements { output.append("\(statement.day.text)  \(statement.balance.text)\n") }
        if statements.isEmpty {
            output.append(
                terminalLine: "“\(name)” wasn't reconciled as yet. Give what a statement says with --balance.")
        }
        output.append("Rows without a statement: \(open)\n")
        if let closing {
            output.append("The bank's file says \(closing.balance.text) on \(closing.day.text): ")
            output.append(
                terminalLine:
                    "daybook reconcile “\(name)” --day \(closing.day.text) --balance \(closing.balance.number)")
        }
        try output.flush()
    }

    private func forgetStatement() throws {
        let statement = try book.write { book in
            let account = try account.account(in: book.reader)
            let found = try book.reader.reconciliations(of: account.id).first { $0.reconciliation.day == day }
            guard let found else {
                throw CommandFailure("“\(account.name)” has no statement of \(day?.text ?? "that day").")
            }
            try book.carryOut(.delete(.reconciliation, found.reconciliation.id))
            return found.reconciliation
        }
        try Output.confirm { $0.append("Forgot the statement of \(statement.day.text)\n") }
    }
}

extension StatementRow {
    /// The name for people: `3`, or `t3` for a transfer.
    var name: String {
        switch source {
        case .entry: "\(number)"
        case .side: "t\(number)"
        }
    }
}

/// Says whether a command may change what was reconciled.
struct ReconciledOptions: ParsableArguments {
    @Flag(help: "Also where it was reconciled with a statement.")
    var yes = false

    /// Throws where a row was reconciled with a statement that would not hold any more, and nobody said that it may be changed
    /// all the same.
    ///
    /// - Parameter name: what the row is called.
    func check(_ action: BookAction, _ name: String, in book: BookReader) throws {
        guard !yes, let statement = try action.brokenStatement(in: book) else { return }
        throw CommandFailure(
            "\(name) was reconciled with the statement of \(statement.day.text) (\(statement.balance.text)), which would not "
                + "hold any more. Nothing was changed. Add --yes to change it all the same.")
    }
}
