public import DaybookCore

/// Rules as JSON.
public typealias RuleJSON = ItemJSON<EntryRule>
/// The members by which a client makes or changes a rule.
public typealias RuleInput = FieldInput<EntryRule>

private let ruleMembers = RuleJSON.Members(EntryRule.fields)
private let ruleInputs = FieldMember.members(EntryRule.fields)

extension ItemJSON<EntryRule> {
    /// With the number that a rule has in a copy of the book.
    public static var numbered: RuleJSON { RuleJSON(.number, ruleMembers) }

    /// - Parameter base: what the address of every rule starts with.
    public static func resource(base: [UInt8]) -> RuleJSON { RuleJSON(.address(base: base), ruleMembers) }
}

extension FieldInput<EntryRule> {
    /// Reads what a client said, if each member is of the kind that it has to be, and the rule can be read.
    ///
    /// - Parameter makes: whether it is to make a rule, which needs a text.
    public init(_ json: JSONValue, makes: Bool) throws(InputError) {
        try self.init(
            JSONMembers(json, "A rule", example: "{\"text\":\"text:rewe then payee:Rewe\"}"), ruleInputs, isNew: false)
        guard let text = values[.ruleText]?.text ?? (makes ? "" : nil) else { return }
        guard !text.isBlank else { throw InputError("text", Sentence(.blankTitle(.rule))) }
        do throws(RuleError) { _ = try RuleText(text) } catch {
            throw InputError("text", Sentence(verbatim: error.message))
        }
    }

    /// The values that the fields are to hold.
    public var changes: Changes { Changes(values) }
}
