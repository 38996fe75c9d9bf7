public import DaybookCore

/// The actions of a person on accounts and transfers.
public enum AccountAction: Equatable {
    /// Shows the rows of one account; nil for those of all.
    case show(EntityID?)
    /// Shows the rows of one payee; nil for those of all.
    case showPayee(PayeeNames.Shown?)
    /// Lists the payees.
    case openPayees
    /// Lists the rules.
    case openRules
    /// Lists the rates of exchange.
    case openRates
    /// Opens the form of a new rule that says this.
    case propose(String)
    /// Puts a rule behind the next, or before the last.
    case moveRule(EntityID, isDown: Bool)
    /// Shows what the rules would do to the entries that are there.
    case applyRules
    /// Opens the form of an account, a transfer, a payee, a rule or a rate, or of a new one.
    case open(Kind, EntityID?)
    /// The value of a field of the form by now.
    case set(Field, FieldValue)
    /// The text of a field of the rule by now, by its place among them.
    case setRule(Int, String)
    /// Shows the rule as a text, or as fields again if these can say it.
    case turnRule
    /// Saves a rule that was tried, and changes the entries that it says it would.
    case saveAndChange
    /// Saves what the form says. What can't be saved stays in it, and gets the focus. A rule is tried first.
    case save
    /// Closes an account, or opens it again.
    case close(EntityID, Bool)
    /// Deletes an account; or a transfer, with the entries of which it was made.
    case delete(Kind, EntityID)
    /// Makes an account the one that what is new is of, if it names none.
    case makeDefault(EntityID)
    /// Moves all that an account has to another.
    case moveAll(EntityID, EntityID)
    /// Takes a transfer apart: what it was made of are entries again.
    case part(EntityID)
    /// Does what a person was asked about, since it changes a row that was reconciled.
    case confirm
    /// Makes a transfer of the two entries that are marked.
    case join
}
