public import DaybookCore

/// The columns of a file of things, planned once from the list of their fields.
public struct FileColumns<Owner: Entity>: Sendable {
    struct Column: Sendable {
        let spec: FieldSpec<Owner>
        let name: String
        /// The column of the currency of an amount.
        let currency: String?
    }

    /// The columns that Daybook writes, in their order.
    public let own: [String]
    let fields: [Column]
    private let meanings: [String: String]

    /// - Parameters:
    ///   - specs: in the order of the columns.
    ///   - renamed: the fields that files call otherwise than JSON.
    ///   - others: what else a file may have.
    ///   - aliases: other names of columns, parted by spaces.
    init(_ specs: [FieldSpec<Owner>], renamed: [Field: String] = [:], others: [String], aliases: [String: String]) {
        fields = specs.map { Column(spec: $0, name: renamed[$0.field] ?? "\($0.name)", currency: $0.currency) }
        own = ["id"] + fields.flatMap { [$0.name] + [$0.currency].compactMap { $0 } }
        var meanings: [String: String] = [:]
        for name in own + others {
            meanings[name.asColumn] = name
            for alias in aliases[name, default: ""].split(separator: " ") { meanings[String(alias)] = name }
        }
        self.meanings = meanings
    }

    /// The column that a name in a file means, in upper or lower case, with spaces, hyphens and underscores or without.
    public subscript(name: String) -> String? { meanings[name.asColumn] }

    /// The texts of a thing; nil for none.
    ///
    /// - Parameter names: what is written for ids of lists and accounts.
    func values(of item: Owner, _ names: [EntityID: String] = [:]) -> [String?] {
        var values: [String?] = [item.id.text]
        for column in fields {
            let value = column.spec.get(item)
            let name =
                [.list, .account, .toAccount].contains(column.spec.field) ? value.entity.flatMap { names[$0] } : nil
            values.append(name ?? column.spec.shape.text(value))
            if column.currency != nil { values.append(value.amount?.currency.code) }
        }
        return values
    }
}

extension FieldSpec {
    /// The member and the column in which the currency of an amount stands.
    var currency: String? {
        guard shape == .amount else { return nil }
        return field == .amount ? "currency" : field == .toAmount ? "toCurrency" : "\(name)Currency"
    }
}

extension Array where Element: NamedEntity {
    /// Tells what they are called in files, by their ids. Of several with one name none is called by it.
    public var names: [EntityID: String] {
        let counts = Dictionary(map { (SearchQuery.fold($0.name), 1) }) { $0 + $1 }
        return Dictionary(filter { counts[SearchQuery.fold($0.name)] == 1 }.map { ($0.id, $0.name) }) { first, _ in
            first
        }
    }
}

extension String {
    /// Spells a name of a column for comparing: in small letters, without spaces, hyphens and underscores.
    public var asColumn: String {
        String(lowercased().unicodeScalars.filter { !$0.isSpace && $0 != "_" && $0 != "-" }.map { $0 })
    }
}
