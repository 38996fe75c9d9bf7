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

    /// Throws for a text that came in another encoding than UTF-8. What couldn't be read of it has become U+FFFD by
    /// now.
    func check(_ text: some StringProtocol) throws(ClassicError) {
        guard !text.unicodeScalars.contains("\u{FFFD}") else { throw .notUTF8(self) }
    }
}

extension [ClassicField] {
    var headerNames: String { map(\.rawValue).joined(separator: ", ") }
}
