public import DaybookCore

/// The actions of a person on accounts and transfers.
public enum AccountAction: Equatable {
    /// Shows the rows of one account; nil for those of all.
    case show(EntityID?)
    /// Shows the rows of one payee; nil for those of all.
    case showPayee(PayeeNames.Shown?)
    /// Lists the payees, the rules or the rates of exchange.
    case list(Kind)
    /// Shows what the rules would do to the entries that are there.
    case applyRules
    /// Closes an account, or opens it again.
    case close(EntityID, Bool)
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
