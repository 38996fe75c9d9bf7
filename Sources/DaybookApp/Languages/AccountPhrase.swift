import DaybookCore

/// The texts about accounts, transfers and what else is known of entries, as `Phrase` has the others.
enum AccountPhrase: CaseIterable {
    // Accounts
    case accounts
    case account
    case allAccounts
    /// The sum of all accounts.
    case inAllAccounts
    case newAccount
    case editAccount
    case closeAccount
    case reopenAccount
    case deleteAccount
    case closedAccount
    case closedAccounts

    // The fields of an account
    case opening
    case openingHint
    case openedOn
    case budget
    case bankNumber
    case bank, cash, card, loan, asset
    case onBudget, offBudget
    case otherCurrency

    /// Heads pairs of entries.
    case maybeTransfers
    /// `%` is both entries.
    case joinNamed
    /// The list of what was imported.
    case imports
    case takeBack
    /// `%` is what is taken back.
    case takeBackNamed
    /// The account of what names none.
    case usualAccount
    /// Heads the accounts to which all of one may go.
    case moveAll
    /// `%` is how many, then the account.
    case movedAll

    // To-dos with an amount that an account pays
    case payer
    /// `%` is the account.
    case paidFrom

    // Transfers
    case transfer
    case newTransfer
    case editTransfer
    case deleteTransfer
    case partTransfer
    case joinEntries
    case countTransfers
    case fromAccount
    case toAccount
    case arrivingAmount
    case arrivingDay

    // The report
    /// The money in all accounts, less what is owed.
    case worth
    /// The end of a period.
    case atEnd

    // Parts
    case parts
    case split
    case addPart
    case giveRest
    case unassigned
    case tooMuch
    case partAmount
    case partTags
    case partNote
    case deletePart
    case countParts

    // Payees
    case payees
    case payee
    case newPayee
    case editPayee
    case deletePayee
    case showEntries
    case otherNames
    case otherNamesHint
    case otherPayee
    case alsoNamed
    case noPayees
    case bankSaid

    // Reconciliation
    case reconciled
    case reconciledTitle
    case changeReconciled

    case reconcile
    case reconcileAccount
    case statementDay
    case statementBalance
    case statementHint
    case statementRows
    case difference
    case noDifference
    case noOpenRows
    case tickAll
    case tickNone
    case olderRows
    case reconcileRows
    case statements
    case forgetStatement

    // Rules
    case byRule
    case rules
    case noRules
    case newRule
    case editRule
    case deleteRule
    case ruleText
    case ruleHint
    case tryRule
    case applyRules
    case applyNow
    case proposedRules
    case rulesReading
    case rulesNeedServer

    // Rates of exchange
    case rates
    case noRates
    case olderRates
    case newRate
    case editRate
    case deleteRate
    case rateFrom
    case rateTo
    case rate
    case rateHint
    case twoCurrencies
    case allCurrencies
    case missingRate

    /// The name of a choice, by its name in the list of the field.
    init(choice name: String) {
        switch name {
        case "cash": self = .cash
        case "card": self = .card
        case "loan": self = .loan
        case "asset": self = .asset
        case "on": self = .onBudget
        case "off": self = .offBudget
        default: self = .bank
        }
    }
}

extension Language {
    /// A text with values in its places.
    @inline(never)
    func callAsFunction(
        _ phrase: AccountPhrase, _ first: String = "", _ second: String = "", _ third: String = ""
    ) -> String { accountText(phrase).text(first, second, third) }

    /// A text with a number in its place.
    @inline(never)
    func callAsFunction(_ phrase: AccountPhrase, _ number: Int) -> String {
        accountText(phrase).text(form: form(number), Self.grouped(String(number)))
    }

    /// Tells what a field of an account or a transfer is called.
    func label(_ field: Field, of kind: Kind) -> String {
        switch field {
        case .title: self(.listName)
        case .payeeOf: self(.otherNames)
        case .ruleText: self(.ruleText)
        case .accountKind: self(.kindLabel)
        case .amount: kind == .account ? self(.opening) : self(.amountLabel)
        case .day: kind == .account ? self(.openedOn) : self(.dayLabel)
        case .budget: self(.budget)
        case .bankNumber: self(.bankNumber)
        case .account: self(.fromAccount)
        case .toAccount: self(.toAccount)
        case .toAmount: self(.arrivingAmount)
        case .toDay: self(.arrivingDay)
        case .rateFrom: self(.rateFrom)
        case .rateTo: self(.rateTo)
        case .rate: self(.rate)
        default: self(.note)
        }
    }
}
