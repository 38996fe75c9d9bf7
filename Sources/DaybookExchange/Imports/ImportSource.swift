public import DaybookCore

/// The questions that an import asks of a book.
public protocol ImportSource {
    /// The accounts that somebody made or changed, in their order.
    func importedAccounts() throws -> [MoneyAccount]
    /// The envelopes in their order.
    func importedEnvelopes() throws -> [Envelope]
    /// The lists in their order.
    func importedLists() throws -> [ItemList]
    /// The filters in their order.
    func importedFilters() throws -> [SavedFilter]
    /// The account with this id, a default one also where nobody has changed it.
    func account(_ id: EntityID) throws -> MoneyAccount?
    /// The entry with this id; nil if there is none, or it is deleted.
    func entry(_ id: EntityID) throws -> Entry?
    /// The to-do with this id; nil if there is none.
    func importedTodo(_ id: EntityID) throws -> Todo?
    /// The open to-dos that come again and carry money.
    func importedBills() throws -> [Todo]
    /// Finds the entries that rows of a bank may be on some days.
    func candidates(on days: ClosedRange<CivilDate>) throws -> BankImport.Candidates
    /// Tells what the book says of itself.
    func settings() throws -> Settings
    func record(_ id: EntityID) throws -> Record
    /// Tells what the book knows of some ids; those that it has never heard of are left out.
    func presences(of ids: [EntityID]) throws -> [EntityID: BankImport.Presence]
    /// The rows of banks for which something stands that has another id, and the entries of which transfers were made.
    func takenBankRows() throws -> Set<EntityID>
    /// The pairs of entries that may be one transfer, of which one is among these.
    func proposals(with entries: Set<EntityID>) throws -> [TransferProposal]
    /// The balance of each account at the end of a day.
    func balances(on day: CivilDate?) throws -> [AccountBalance]
    /// The rules for entries, in their order.
    func importedRules() throws -> RuleSet
    /// The currency of an amount that names none, if there is one.
    func usualCurrency() throws -> Currency?
}

/// The changes that an import makes to a book, in one transaction.
public protocol ImportTarget {
    associatedtype Source: ImportSource
    /// The book as the transaction sees it.
    var reader: Source { get }
    /// Carries an action out.
    func perform(_ action: BookAction) throws
    /// Writes registers, all with one new stamp.
    func perform(_ registers: (Stamp) throws -> [Register]) throws
    /// Adds an entry, and remembers for which row of a bank it stands, in a file of which format.
    func add(entry id: EntityID, _ draft: Changes, forBankRow row: EntityID, _ format: String) throws
    /// Remembers for which row of a bank an entry stands.
    func link(_ entry: EntityID, toBankRow row: EntityID, _ format: String) throws
    /// Remembers for which row of a bank a side of a transfer stands.
    func link(_ transfer: EntityID, isOut: Bool, toBankRow row: EntityID, _ format: String) throws
    /// Makes transfers of entries that a rule wants to be one, to or from an account; of two that fit each other one.
    func makeTransfers(_ wishes: [TransferRequest]) throws
    func store(_ recording: Recording) throws
    /// Settles on the currency of amounts that name none, where none is set.
    func settleCurrency(_ guess: Currency) throws -> Currency?
}

extension ImportSource {
    /// Tells what the book knows of an id.
    func presence(of id: EntityID) throws -> BankImport.Presence { try presences(of: [id])[id] ?? .unknown }

    /// Tells whether the book has something, or had it until it was deleted.
    func hasOrHad(_ id: EntityID) throws -> Bool {
        switch try presence(of: id) {
        case .present, .deleted: true
        case .unknown, .takenBack: false
        }
    }

    /// Tells whether something was deleted, but with an import that was taken back.
    func wasDeleted(_ id: EntityID) throws -> Bool { try presence(of: id) == .deleted }

    /// The currency of an amount that names none, also in a book without any.
    public func currency(at moment: ImportMoment) throws -> Currency {
        try usualCurrency() ?? moment.localCurrency ?? .usDollar
    }
}

extension ImportTarget {
    /// Makes things that a file brings along.
    func make(_ parts: [FilePart]) throws {
        for part in parts { try perform(.add(part.kind, part.id, part.changes)) }
    }

    /// Writes all of an entry that was here before: its former state would come back with it.
    ///
    /// - Parameter others: the fields that aren't touched.
    func rewrite(entry id: EntityID, as draft: Changes, but others: Set<Field> = []) throws {
        var edit = Changes()
        for field in Entry.fields.specs.map(\.field) where !others.contains(field) {
            edit[field] = draft[field] ?? .nothing
        }
        edit[.amount] = others.contains(.amount) ? nil : draft[.amount]
        for field in [.place, .note] as [Field] { edit[field] = .text(draft.text(field)) }
        edit[.tag] = .texts(draft[.tag]?.texts ?? [])
        try perform(.edit(.entry, id, edit))
    }
}
