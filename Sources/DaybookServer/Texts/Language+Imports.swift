import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange

extension Language {
    /// Says what becomes of one row of a file.
    func outcome(_ outcome: ImportOutcome) -> String {
        switch outcome {
        case .new: self(.isNew)
        case .known: self(.isKnown)
        case .restored: self(.isRestored)
        case .deleted: self(.isDeleted)
        case .fits: self(.isTyped)
        case .unreadable: self(.isUnreadable)
        }
    }

    /// Says what becomes of so many rows.
    func count(_ outcome: ImportOutcome, _ count: Int) -> String {
        switch outcome {
        case .new: self(.countNew, count)
        case .known: self(.countKnown, count)
        case .restored: self(.countRestored, count)
        case .deleted: self(.countDeleted, count)
        case .fits: self(.countTyped, count)
        case .unreadable: self(.countUnreadable, count)
        }
    }

    /// So many incomes or expenses.
    func count(_ kind: EntryKind, _ count: Int) -> String {
        switch kind {
        case .income: self(.countIncomes, count)
        case .expense: self(.countExpenses, count)
        case .unsorted: self(.countForInbox, count)
        }
    }

    /// So many parts of a file that are left out.
    func loss(_ loss: ImportReport.Loss, _ count: Int) -> String {
        let phrase: ServerPhrase
        switch loss {
        case .program(.reminder): phrase = .lostReminders
        case .program(.parent): phrase = .lostParents
        case .program(.rule): phrase = .lostRules
        case .program(.attachment): phrase = .lostAttachments
        case .program(.comment): phrase = .lostComments
        case .program(.dependency): phrase = .lostDependencies
        case .program(.other(let name)): return self(.lostOthers, count, name)
        case .unknown(.account): phrase = .unknownAccounts
        case .unknown: phrase = .unknownLists
        case .bank(.pending): phrase = .lostPending
        case .bank(.information): phrase = .lostInformation
        case .bank(.investment): phrase = .lostInvestments
        case .bank(.opening): phrase = .lostOpenings
        case .bank(.valueDay): phrase = .lostValueDays
        case .bank(.part): phrase = .lostParts
        case .bank(.transfer): phrase = .lostTransfers
        case .bank(.category): phrase = .lostCategories
        case .bank(.balance): phrase = .lostBalances
        case .bank(.split): phrase = .lostSplits
        case .bank(.state): phrase = .lostStates
        case .bank(.currency): phrase = .lostCurrencies
        case .bank(.file): phrase = .lostFiles
        case .budget(.target): phrase = .lostTargets
        case .budget(.note): phrase = .lostBudgetNotes
        case .budget(.card): phrase = .lostCards
        case .budget(.automaticHold): phrase = .lostHolds
        case .budget(.offBudget): phrase = .lostOffBudget
        }
        return self(phrase, count)
    }

    /// The new opening of an account that had opened with nothing.
    func opening(_ account: MoneyAccount) -> String {
        self(.openedWith, account.name, account.openingSum.text, on(account.openingDay))
    }

    /// The part of one account of a bank's file.
    func statement(_ statement: ImportReport.Statement) -> String {
        let account = statement.account.isEmpty ? self(.namelessAccount) : self(.namedAccount, statement.account)
        var text = self(.rowsOf, statement.count, account)
        if let closing = statement.closing {
            text += self(.closingBalance, (closing.isNegative ? "−" : "") + closing.amount.text, on(closing.day))
        }
        return text + (statement.target.map { self(.goesTo, $0) } ?? "")
    }

    /// A closing balance of a file, held against the book.
    func closing(_ closing: BankImport.Closing) -> String {
        let start = self(.balanceIs, closing.account.name, closing.balance.text, closing.day.text)
        guard closing.excess.coefficient != 0 else { return start + self(.balanceAgrees) }
        let difference =
            closing.excess.coefficient > 0
            ? self(.balanceTooHigh, closing.excess.text) : self(.balanceTooLow, closing.excess.negated.text)
        return start + self(.balanceDiffers, closing.closing.text, difference)
    }

    private func on(_ day: CivilDate?) -> String { day.map { self(.onDay, $0.text) } ?? "" }

    func order(_ order: DateOrder) -> String {
        switch order {
        case .dmy: self(.dayFirst)
        case .mdy: self(.monthFirst)
        case .ymd: self(.yearFirst)
        }
    }

    func mark(_ mark: DecimalMark) -> String {
        switch mark {
        case .point: self(.decimalPoint)
        case .comma: self(.decimalComma)
        }
    }

    /// The meaning of a column of a bank's file.
    func meaning(_ meaning: ColumnMeaning) -> String {
        switch meaning {
        case .day: self(.meansDay)
        case .valueDay: self(.meansValueDay)
        case .payee: self(.meansPayee)
        case .text: self(.meansText)
        case .amount: self(.meansAmount)
        case .out: self(.meansOut)
        case .into: self(.meansInto)
        case .sign: self(.meansSign)
        case .fee: self(.meansFee)
        case .currency: self(.meansCurrency)
        case .balance: self(.meansBalance)
        case .account: self(.meansAccount)
        case .reference: self(.meansReference)
        case .tags: self(.meansTags)
        case .state: self(.meansState)
        case .none: self(.meansNothing)
        }
    }

    /// So many entries would be transfers, were it known how much they are in the currency of an account.
    func lacking(_ lacking: LackingAmount) -> String {
        self(.lackingAmount, lacking.count, lacking.account.name, lacking.account.currency.code)
    }
}

extension Language {
    /// Says in the app what was imported.
    func answer(_ imports: [PastImport]) -> ImportAnswer {
        var answer = ImportAnswer()
        answer.append(.title, imports.isEmpty ? self(.noImports) : " ")
        for past in imports {
            let (isOfRules, count) = (past.note.kind == .rules, past.note.count)
            answer.append(
                .past, isOfRules ? self(.pastRules, count) : past.name, id: past.id.text,
                detail: [CivilDate(past.note.time).text, isOfRules ? nil : self(.pastFile, count)].compactMap { $0 }
                    .joined(separator: " · "))
        }
        return answer
    }
}
