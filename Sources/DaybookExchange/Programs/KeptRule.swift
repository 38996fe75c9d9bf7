import DaybookCore

/// The rules of other programs as Daybook keeps them.
enum KeptRule {
    /// Tells what is kept of an RRULE: its one form, or, where it can't be followed, the text as it is. Nil for what is no RRULE,
    /// or is too long.
    ///
    /// - Parameter offset: as `RepeatRule` has it.
    static func text(_ text: String, offset: (Timestamp) -> Int64) -> String? {
        let text = text.trimmed
        if let rule = try? RepeatRule(text, offset: offset) { return rule.text }
        let bare = text.rest(after: "RRULE:") ?? text
        let isOne = bare.uppercased().parts { $0 == ";" }.contains { String($0).hasPrefix("FREQ=") }
        let isPlain = bare.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isOne && isPlain && bare.utf8.count <= RepeatError.longestRule ? bare : nil
    }
}
