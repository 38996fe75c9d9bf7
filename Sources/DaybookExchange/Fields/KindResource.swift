public import DaybookCore

/// A kind as programs know it: where its things lie over REST, how they are sent and told, and what `openapi.yaml` says of it.
/// All of it follows from the kind and the list of its fields, but for what is said here otherwise.
public struct KindResource<Owner: RecordEntity>: Sendable {
    /// The last part of the path.
    public let name: String
    /// The name of what is answered in `openapi.yaml`.
    private let schema: String
    /// The members that making one needs.
    private let needs: [String]
    /// Shows an example of a request that makes one.
    private let example: String
    private let summaries: (list: String, make: String, change: String, delete: String)
    private let members: ItemJSON<Owner>.Members
    private let inputs: [FieldMember<Owner>]
    private let check: @Sendable (_ values: FieldValues, _ makes: Bool) throws(InputError) -> Void

    /// - Parameters:
    ///   - lists: says what a list of all has.
    ///   - makes: says what making one does, and so on.
    ///   - check: throws where a thing can't be given these values, or made with them.
    init(
        _ name: String? = nil, schema: String? = nil, needs: [String]? = nil, example: String? = nil,
        lists: String? = nil, makes: String? = nil, changes: String = "Change any of its fields",
        deletes: String = "Delete it",
        check: @escaping @Sendable (_ values: FieldValues, _ makes: Bool) throws(InputError) -> Void = { _, _ in }
    ) {
        let kind = Owner.kind
        self.name = name ?? kind.nouns.text
        self.schema = schema ?? kind.noun.text.prefix(1).uppercased() + kind.noun.text.dropFirst()
        self.needs = needs ?? kind.needed.prefix(1).map { Owner.fields.name(of: $0) }
        self.example = example ?? "{" + self.needs.map { "\"\($0)\":\"…\"" }.joined(separator: ",") + "}"
        summaries = (
            lists ?? "The \(kind.nouns) in their order", makes ?? "Make \(kind.one)", changes, deletes
        )
        members = ItemJSON<Owner>.Members(Owner.fields)
        inputs = FieldMember.members(Owner.fields)
        self.check = check
    }

    /// All that follows from the kind.
    public init(_: Owner.Type) { self.init() }

    /// Says what making one needs.
    public var lacking: InputError {
        let needs = needs.joined(separator: ", ")
        return InputError(Sentence(verbatim: "\(Owner.kind.oneAtStart) needs \(needs). Send \(example)."))
    }

    /// Its things as JSON.
    ///
    /// - Parameter base: what the address of each starts with.
    public func json(base: [UInt8]) -> ItemJSON<Owner> { ItemJSON(.address(base: base), members) }

    /// Reads what a client said, if each member is of the kind that it has to be, and a thing can be so.
    ///
    /// - Parameters:
    ///   - makes: whether it is to make one.
    ///   - isNew: whether null is as good as left out.
    public func input(_ json: JSONValue, makes: Bool, isNew: Bool = false) throws(InputError) -> FieldInput<Owner> {
        let input = try FieldInput(
            JSONMembers(json, Owner.kind.oneAtStart, example: example), inputs, isNew: isNew)
        try check(input.values, makes)
        return input
    }
}

extension KindResource {
    /// The schemas of what a client sends and of what it is answered, indented as they stand below `schemas:`.
    public var schemas: String {
        FieldSchema.input("\(schema)Input", Owner.fields) + FieldSchema.answer(schema, Owner.fields)
    }

    /// The paths, indented as they stand below `paths:`.
    public var paths: String {
        let (noun, answer) = (Owner.kind.noun, "#/components/schemas/\(schema)")
        let problem = "        default: {$ref: \"#/components/responses/Problem\"}\n"
        func content(_ schema: String) -> String { "content: {application/json: {schema: {\(schema)}}}" }
        func one(_ description: String) -> String {
            "{description: \(description), \(content("$ref: \"\(answer)\""))}\n" + problem
        }
        return """
              /api/v1/\(name):
                get:
                  summary: \(summaries.list)
                  responses:
                    "200": {description: Some \(Owner.kind.nouns), \(content("type: array, items: {$ref: \"\(answer)\"}"))}
            \(problem)    post:
                  summary: \(summaries.make)
                  requestBody: {required: true, \(content("allOf: [{$ref: \"\(answer)Input\"}, {required: [\(needs.joined(separator: ", "))]}]"))}
                  responses:
                    "201": \(one("Its address is in Location"))  /api/v1/\(name)/{id}:
                parameters:
                  - {$ref: "#/components/parameters/ID"}
                get:
                  summary: One \(noun)
                  responses:
                    "200": \(one("The \(noun)"))    patch:
                  summary: \(summaries.change)
                  parameters:
                    - {$ref: "#/components/parameters/IDs"}
                  requestBody: {required: true, \(content("$ref: \"\(answer)Input\""))}
                  responses:
                    "200": {description: The \(noun) as it is now; of several ids an array, \(content("oneOf: [{$ref: \"\(answer)\"}, {type: array, items: {$ref: \"\(answer)\"}}]"))}
            \(problem)    delete:
                  summary: \(summaries.delete)
                  parameters:
                    - {$ref: "#/components/parameters/IDs"}
                  responses:
                    "204": {description: It is gone}
            \(problem)
            """
    }
}

extension ItemList {
    /// Lists as programs know them.
    public static let resource = KindResource<ItemList>(
        example: "{\"name\":\"Home\"}", lists: "The lists in their order, those that were put away as well",
        makes: "Make a list, the last of them unless it has an order",
        deletes: "Delete it; its to-dos lie in the inbox then")
}

extension SavedFilter {
    /// Filters as programs know them.
    public static let resource = KindResource<SavedFilter>(
        needs: ["name", "query"], example: "{\"name\":\"Soon\",\"query\":\"due<=today+7\"}",
        lists: "The saved filters in their order", makes: "Save a filter, the last of them unless it has an order"
    ) { values, makes throws(InputError) in
        guard let query = values[.query]?.text ?? (makes ? "" : nil) else { return }
        guard !query.isBlank else {
            throw InputError("query", "A filter needs a query. Send a term such as “due<=today+7”.")
        }
        do throws(QueryError) { _ = try TodoQuery(query) } catch { throw InputError(error) }
    }
}

extension Template {
    /// Templates as programs know them.
    public static let resource = KindResource<Template>(
        example: "{\"name\":\"Trip\",\"todo\":\"Pack in 3 days\",\"subtasks\":\"Passport\\nSocks\"}",
        lists: "The templates of to-dos, by name")
}

extension Envelope {
    /// Envelopes as programs know them.
    public static let resource = KindResource<Envelope>(
        example: "{\"name\":\"Food\",\"tags\":[\"food\"]}",
        lists: "The envelopes of the budget in their order, those that were put away as well",
        makes: "Make an envelope, the last of them unless it has an order",
        deletes: "Delete it. What was assigned to it counts no more, and its entries are in the rest")
}

extension BudgetCell {
    /// Cells as programs know them.
    public static let resource = KindResource<BudgetCell>(
        "budget-cells", schema: "BudgetCell", needs: ["envelope", "day", "assigned"],
        example: "{\"envelope\":\"…\",\"day\":\"2026-12-01\",\"assigned\":\"300.00 EUR\"}",
        lists: "What was set for envelopes, the newest period first",
        makes: "Set what an envelope has in a period. What was set before counts no more",
        changes: "Set another amount of the same currency", deletes: "Take it away: nothing is set then")
}

extension EnvelopeMove {
    /// Moves as programs know them.
    public static let resource = KindResource<EnvelopeMove>(
        "budget-moves", schema: "BudgetMove", needs: ["amount", "day"],
        example: "{\"from\":\"…\",\"to\":\"…\",\"day\":\"2026-12-01\",\"amount\":\"20\"}",
        lists: "The moves between envelopes and the pool, the newest period first",
        makes: "Move money from an envelope, or the pool if none is named, to another one",
        deletes: "Take it back")
}

extension CarryFlag {
    /// Carry flags as programs know them.
    public static let resource = KindResource<CarryFlag>(
        "carry-flags", schema: "CarryFlag", needs: ["envelope", "day", "carry"],
        example: "{\"envelope\":\"…\",\"day\":\"2026-12-01\",\"carry\":\"keep\"}",
        lists: "What becomes of what is left in envelopes, the newest period first",
        makes: "Say what becomes of what is left from a period on",
        changes: "Say something else from the same period on",
        deletes: "Take it away: what was said of the period before counts")
}

extension MoneyAccount {
    /// Accounts as programs know them.
    public static let resource = KindResource<MoneyAccount>(
        "money-accounts", schema: "MoneyAccount", example: "{\"name\":\"Cash\",\"currency\":\"EUR\"}",
        lists:
            "The accounts in which money lies in their order, those that were closed as well. The default ones that nobody has changed are in balances alone",
        makes: "Make an account, the last of them unless it has an order",
        changes: "Change any of its fields but the currency",
        deletes: "Delete it; its entries are in the default account of its currency then")
}

extension Payee {
    /// Payees as programs know them.
    public static let resource = KindResource<Payee>(
        example: "{\"name\":\"Rewe\"}", lists: "The payees and their other names, by name",
        makes: "Make a payee, or another name of one",
        changes: "Rename it, or make it another name of another payee",
        deletes: "Delete it with its other names. What entries say stays")
}

extension EntryRule {
    /// Rules as programs know them.
    public static let resource = KindResource<EntryRule>(
        example: "{\"text\":\"text:rewe then payee:Rewe\"}", lists: "The rules for entries in their order",
        makes: "Make a rule, the last of them unless it has an order. It changes no entry as yet",
        changes: "Change its text or its place", deletes: "Delete it. What it did to entries stays"
    ) { values, makes throws(InputError) in
        guard let text = values[.ruleText]?.text ?? (makes ? "" : nil) else { return }
        guard !text.isBlank else { throw InputError("text", Sentence(.blankTitle(.rule))) }
        do throws(RuleError) { _ = try RuleText(text) } catch {
            throw InputError("text", Sentence(verbatim: error.message))
        }
    }
}
