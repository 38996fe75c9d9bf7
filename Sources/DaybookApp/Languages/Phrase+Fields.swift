public import DaybookCore

extension Phrase {
    /// The name of a choice, by its name in the list; nil for one that nobody picks here, or that isn't one.
    init?(choice number: Int, of names: [String]) {
        switch names.indices.contains(number) ? names[number] : "" {
        case "none": self = .noPriority
        case "low": self = .lowPriority
        case "medium": self = .mediumPriority
        case "high": self = .highPriority
        case "red": self = .red
        case "orange": self = .orange
        case "yellow": self = .yellow
        case "green": self = .green
        case "blue": self = .blue
        case "purple": self = .purple
        case "grey": self = .grey
        default: return nil
        }
    }

    /// The name of a choice, by its name in the list of the field.
    init(accountChoice name: String) {
        switch name {
        case "cash": self = .cash
        case "card": self = .card
        case "loan": self = .loan
        case "asset": self = .asset
        case "on": self = .onBudget
        case "off": self = .offBudget
        case "by kind": self = .byKind
        case "yes": self = .yes
        case "no": self = .no
        default: self = .bank
        }
    }
}

extension Kind {
    /// The kinds of which the app knows no more than this file says: their things stand among the places, and each opens its
    /// form.
    public static let plain: [Kind] = [.template]

    /// True where its forms are about money.
    var isOfMoney: Bool { !([.list, .filter] + Kind.plain).contains(self) }

    /// Names its things: above their list, and on what makes, changes and deletes one. Nil where they are made of
    /// something else.
    var words: (all: Phrase, new: Phrase?, edit: Phrase, delete: Phrase) {
        switch self {
        case .list: (.lists, .newList, .editList, .deleteList)
        case .filter: (.savedFilters, .newFilter, .editFilter, .deleteFilter)
        case .template: (.templates, nil, .templates, .deleteTemplate)
        case .account: (.accounts, .newAccount, .editAccount, .deleteAccount)
        case .payee: (.payees, .newPayee, .editPayee, .deletePayee)
        case .rule: (.rules, .newRule, .editRule, .deleteRule)
        case .rate: (.rates, .newRate, .editRate, .deleteRate)
        case .envelope: (.envelopes, .newEnvelope, .editEnvelope, .deleteEnvelope)
        default: (.transfer, .newTransfer, .editTransfer, .deleteTransfer)
        }
    }
}

extension Language {
    /// Tells what a field in the form of a kind is called.
    func label(_ field: Field, of kind: Kind) -> String {
        switch field {
        case .title: self(.listName)
        case .payeeOf: self(.otherNames)
        case .ruleText: self(.ruleText)
        case .colour: self(.colour)
        case .query: self(.query)
        case .line: self(.title)
        case .accountKind: self(.kindLabel)
        case .amount: kind == .account ? self(.opening) : self(.amountLabel)
        case .day: kind == .account ? self(.openedOn) : self(.dayLabel)
        case .budget: self(.budget)
        case .tag: self(.tags)
        case .group: self(.envelopeGroup)
        case .envelope: self(.envelope)
        case .target: self(.target)
        case .bankNumber: self(.bankNumber)
        case .interest: self(.interestLabel)
        case .payment: self(.paymentLabel)
        case .term: self(.termLabel)
        case .goal: self(.goalLabel)
        case .goalDay: self(.goalDay)
        case .earmark: self(.earmark)
        case .liquid: self(.liquidLabel)
        case .estimate: self(.estimateLabel)
        case .account: self(.fromAccount)
        case .books: self(.booksLabel)
        case .paysInto: self(.toAccount)
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
