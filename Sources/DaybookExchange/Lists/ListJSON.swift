public import DaybookCore

/// Lists as JSON.
public typealias ListJSON = ItemJSON<ItemList>
/// The members by which a client makes or changes a list.
public typealias ListInput = FieldInput<ItemList>

private let listMembers = ListJSON.Members(ItemList.fields)
private let listInputs = FieldMember.members(ItemList.fields)

extension ItemJSON<ItemList> {
    /// With the number that a list has in a copy of the book.
    public static var numbered: ListJSON { ListJSON(.number, listMembers) }

    /// - Parameter base: what the address of every list starts with.
    public static func resource(base: [UInt8]) -> ListJSON { ListJSON(.address(base: base), listMembers) }
}

extension FieldInput<ItemList> {
    /// Reads what a client said, if each member is of the kind that it has to be.
    public init(_ json: JSONValue) throws(InputError) {
        try self.init(
            JSONMembers(json, "A list", example: "{\"name\":\"Home\"}"), listInputs, isNew: false)
    }

    /// The values that the fields are to hold.
    public var changes: Changes { Changes(values) }
}
