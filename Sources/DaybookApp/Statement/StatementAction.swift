public import DaybookCore

/// The actions of a person on the statement of a bank.
public enum StatementAction: Equatable {
    /// Opens the statements of an account, and the form of a new one.
    case open(EntityID)
    /// The day, or the balance, as it is typed.
    case set(Field, String)
    /// Ticks a row, or takes the tick away.
    case tick(EntityID)
    /// Ticks all rows, or none.
    case tickAll(Bool)
    /// Reconciles the rows that are ticked, if they come to what the statement says.
    case save
    /// They are reconciled.
    case saved
    /// Takes a statement back: its rows are open again.
    case forget(EntityID)
    /// Forgets what was typed.
    case close
}
