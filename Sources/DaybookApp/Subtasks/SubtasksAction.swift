public import DaybookCore

/// The actions of a person on to-dos that stand under others.
public indirect enum SubtasksAction: Equatable {
    /// Hides what is under a row, or shows it again.
    case fold(EntityID)
    /// Puts one under the row above it; nil puts all that are marked there.
    case indent(EntityID?)
    /// Takes one out of what it stands under, or all that are marked.
    case outdent(EntityID?)
    /// The text by now in the field of a to-do's details that adds one under it.
    case type(String, under: EntityID)
    /// Adds the to-do of that field under another.
    case add(EntityID)
    /// Says whether the answer to what becomes of open ones will be the rule.
    case toggleKeepsAnswer
    /// Decides what becomes of open ones, on this device.
    case setRule(SubtaskRule)
    /// Finishes what was asked about, by this rule.
    case answer(SubtaskRule)
}
