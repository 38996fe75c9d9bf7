import DaybookCore

func accountWordsInEnglish(_ phrase: AccountPhrase) -> Literal {
    switch phrase {
    // Accounts
    case .accounts: "Accounts"
    case .account: "Account"
    case .allAccounts: "All accounts"
    case .inAllAccounts: "In all accounts"
    case .newAccount: "New account"
    case .editAccount: "Edit account"
    case .closeAccount: "Close the account"
    case .reopenAccount: "Use again"
    case .deleteAccount: "Delete the account"
    case .closedAccount: "closed"
    case .closedAccounts: "Closed accounts"

    // The fields of an account
    case .opening: "Opening balance"
    case .openingHint: "With its currency, which stays: 250 EUR. What was owed has a minus: -250 EUR."
    case .openedOn: "From the day"
    case .budget: "Budget"
    case .bankNumber: "Number at the bank"
    case .bank: "Bank"
    case .cash: "Cash"
    case .card: "Card"
    case .loan: "Loan"
    case .asset: "Thing of value"
    case .onBudget: "Counted"
    case .offBudget: "Not counted"
    case .otherCurrency: "The account is in another currency. Write the amount in that of the account."

    // Transfers
    case .transfer: "Transfer"
    case .newTransfer: "New transfer"
    case .editTransfer: "Edit transfer"
    case .deleteTransfer: "Delete the transfer"
    case .partTransfer: "Make it two entries again"
    case .joinEntries: "Join as a transfer"
    case .countTransfers: "% transfer|% transfers"
    case .usualAccount: "Default account"
    case .moveAll: "Move all that is in it to"
    case .movedAll: "Moved %1 to %2"
    case .payer: "Paid from"
    case .paidFrom: "from %"
    case .fromAccount: "From account"
    case .toAccount: "To account"
    case .arrivingAmount: "Amount that arrives"
    case .arrivingDay: "Arrives on"

    // The report
    case .worth: "In the accounts"
    case .atEnd: "At the end"

    // Parts
    case .parts: "Parts"
    case .split: "Split into parts"
    case .addPart: "Add a part"
    case .giveRest: "Give the rest to the last part"
    case .unassigned: "Unassigned: %"
    case .tooMuch: "Too much: %"
    case .partAmount: "Amount of part %"
    case .partTags: "Tags of part %"
    case .partNote: "Note of part %"
    case .deletePart: "Take part % away"
    case .countParts: "% part|% parts"

    // Payees
    case .payees: "Payees"
    case .payee: "Payee"
    case .newPayee: "New payee"
    case .editPayee: "Edit payee"
    case .deletePayee: "Delete the payee"
    case .showEntries: "Show its entries"
    case .otherNames: "Other names"
    case .otherNamesHint:
        "One per line. An entry shows this payee if the bank's words begin with one of them. The name of another payee merges the two."
    case .otherPayee: "Another payee has this name. Choose another one, or write it among the other names."
    case .alsoNamed: "also %"
    case .noPayees: "There are no payees yet. Make one to give what a bank calls “REWE SAGT DANKE 4409” a name."
    case .bankSaid: "The bank said: %"

    // Reconciliation
    case .reconciled:
        "This row was reconciled with a statement of the bank. If it changes, the account no longer comes to what the statement says."
    case .reconciledTitle: "Change a reconciled row?"
    case .changeReconciled: "Change it all the same"
    case .reconcile: "Reconcile"
    case .reconcileAccount: "Reconcile %"
    case .statementDay: "Day of the statement"
    case .statementBalance: "Balance that the bank says"
    case .statementHint: "Tick the rows that the statement has. What is owed has a minus: -250."
    case .statementRows: "Rows of the account"
    case .difference: "Difference: %"
    case .noDifference: "The rows come to what the bank says."
    case .noOpenRows: "All rows through that day are reconciled."
    case .tickAll: "Tick all"
    case .tickNone: "Tick none"
    case .olderRows: "% older row isn’t listed here.|% older rows aren’t listed here."
    case .reconcileRows: "Reconcile % row|Reconcile % rows"
    case .statements: "Statements"
    case .forgetStatement: "Take back"

    // Rules
    case .byRule: "%1 by rule %2: %3"
    case .rules: "Rules"
    case .noRules:
        "There are no rules yet. A rule gives entries a payee, tags or a note when a bank’s file is imported."
    case .newRule: "New rule"
    case .editRule: "Edit rule"
    case .deleteRule: "Delete the rule"
    case .ruleText: "What it asks for, and does"
    case .ruleHint: "For example: text:rewe amount<50 then payee:Rewe tag:food"
    case .tryRule: "Show what it does"
    case .applyRules: "Apply the rules"
    case .applyNow: "Change % entry|Change % entries"
    case .proposedRules: "You did the same by hand, twice or more. A press makes a rule of it."
    case .rulesReading: "The server reads the rules…"
    case .rulesNeedServer: "Rules need the server. "

    // Rates of exchange
    case .rates: "Exchange rates"
    case .noRates:
        "There are no rates yet. A rate says what one unit of a currency is worth in another from a day on. With rates the report says what all currencies come to in yours."
    case .olderRates: "% older rate isn’t listed here.|% older rates aren’t listed here."
    case .newRate: "New rate"
    case .editRate: "Edit rate"
    case .deleteRate: "Delete the rate"
    case .rateFrom: "One unit of"
    case .rateTo: "Is worth, in"
    case .rate: "Rate"
    case .rateHint: "For example 0.8821. It counts until the next rate of the two currencies."
    case .twoCurrencies: "Both currencies are the same. Name two."
    case .allCurrencies: "All currencies in %"
    case .missingRate: "There is no rate from %1 to %2 by %3."
    }
}
