public import DaybookCore

/// Filters as JSON.
public typealias FilterJSON = ItemJSON<SavedFilter>
/// The members by which a client makes or changes a filter.
public typealias FilterInput = FieldInput<SavedFilter>

private let filterMembers = FilterJSON.Members(SavedFilter.fields)
private let filterInputs = FieldMember.members(SavedFilter.fields)

extension ItemJSON<SavedFilter> {
    /// With the number that a filter has in a copy of the book.
    public static var numbered: FilterJSON { FilterJSON(.number, filterMembers) }

    /// - Parameter base: what the address of every filter starts with.
    public static func resource(base: [UInt8]) -> FilterJSON { FilterJSON(.address(base: base), filterMembers) }
}

extension FieldInput<SavedFilter> {
    /// Reads what a client said, if each member is of the kind that it has to be, and the query can be read.
    ///
    /// - Parameter makes: whether it is to make a filter, which needs a query.
    public init(_ json: JSONValue, makes: Bool) throws(InputError) {
        try self.init(
            JSONMembers(json, "A filter", example: "{\"name\":\"Soon\",\"query\":\"due<=today+7\"}"), filterInputs,
            isNew: false)
        guard let query = values[.query]?.text ?? (makes ? "" : nil) else { return }
        guard !query.isBlank else {
            throw InputError("query", "A filter needs a query. Send a term such as “due<=today+7”.")
        }
        do throws(QueryError) { _ = try TodoQuery(query) } catch { throw InputError(error) }
    }

    /// The values that the fields are to hold.
    public var changes: Changes { Changes(values) }
}
