import DaybookCore

extension Phrase {
    /// Finds the name of a field whose control is made from the list; nil where there is none.
    init?(field: Field) {
        switch field {
        case .priority: self = .priority
        default: return nil
        }
    }

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
}
