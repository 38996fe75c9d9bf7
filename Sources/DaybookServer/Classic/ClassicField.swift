import HTTPTypes

/// The request headers by which the classic interface carries the fields of a to-do.
enum ClassicField: String, CaseIterable {
    case id
    case name
    case description
    case notes
    case completed
    case synced

    var headerName: HTTPField.Name { HTTPField.Name(rawValue)! }
}

extension [ClassicField] {
    /// As a list in a header.
    var headerNames: String { map(\.rawValue).joined(separator: ", ") }
}
