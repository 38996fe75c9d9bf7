import DaybookCore
import Sworm

/// The columns of a kind of things, planned once from the list of its fields: what they are called, and how values lie in
/// them.
final class FieldTable<Owner: Entity>: Sendable {
    /// The columns of a field, and where the first stands in `names`.
    typealias Columns = (spec: FieldSpec<Owner>, codec: ColumnCodec, place: Int)

    let fields: FieldList<Owner>
    /// The number, the id, whether it is synced, then the columns of the fields in their order.
    let names: [String]
    /// The version of the schema in which it has all of them.
    let version: Int
    let columns: [Columns]
    /// The steps for each row lie by themselves: to copy the whole plan of a column each time takes longer than what it does.
    private let writers: [@Sendable (Owner, inout [Setter]) -> Void]
    private let readers: [@Sendable (Row, inout Owner) throws -> Void]
    private let values: [@Sendable (Row, Int) throws -> FieldValue]
    private let places: [Int]

    /// The table of things of which a row holds nothing else, as a version of the schema had it.
    func definition(of table: Tablex, upTo version: Int) -> TableDefinition {
        table.definition { table in
            table.column(Expression<Int64>(names[0]), primaryKey: .autoincrement)
            table.column(Expression<EntityID>(names[1]), unique: true)
            table.column(Expression<Bool>(names[2]))
            define(&table, after: 1, upTo: version)
        }
    }

    init(_ fields: FieldList<Owner>) {
        self.fields = fields
        var names = ["number", "id", "synced"]
        var columns: [Columns] = []
        for spec in fields.specs {
            let codec = ColumnCodec(
                spec.shape, Self.columnName("\(spec.formerName ?? spec.name)"), spec.field, spec.isOptional)
            columns.append((spec, codec, names.count))
            names += codec.names
        }
        self.columns = columns
        self.names = names
        writers = columns.map { column in { column.codec.write(column.spec.get($0), &$1) } }
        readers = columns.map { column in { column.spec.set(&$1, try column.codec.read($0)) } }
        values = columns.map(\.codec.value)
        places = columns.map(\.place)
        version = fields.specs.map(\.since).max() ?? 1
    }

    /// The columns that a version of the schema brought, in the order of the fields' numbers.
    func columns(since version: Int) -> [Columns] {
        columns.filter { $0.spec.since == version }.sorted { $0.spec.field < $1.spec.field }
    }

    /// Adds the columns that the versions behind one brought, up to another.
    func define(_ table: inout TableDefinition, after first: Int, upTo version: Int) {
        for number in 1...version where number > first {
            for column in columns(since: number) { column.codec.define(&table) }
        }
    }

    /// Tells what a row is written as, but for the number.
    func setters(_ item: Owner) -> [Setter] {
        var setters: [Setter] = []
        setters.reserveCapacity(names.count)
        setters.append(idColumn <- item.id)
        for write in writers { write(item, &setters) }
        setters.append(syncedColumn <- item.isSynced)
        return setters
    }

    /// The thing of a row that has all columns.
    func item(_ row: Row) throws -> Owner {
        var item = Owner(id: try row.get(idColumn), createdAt: Timestamp(milliseconds: 0))
        for read in readers { try read(row, &item) }
        item.isSynced = try row.get(syncedColumn)
        return item
    }

    /// Tells what a field holds in a row whose columns are `names`.
    func value(at index: Int, in row: Row) throws -> FieldValue {
        try values[index](row, places[index])
    }

    /// The UTF-8 of a text in such a row, without a copy.
    func withText(at index: Int, in row: Row, _ body: (UnsafeRawBufferPointer) -> Void) throws {
        try row.withBytes(at: places[index], body)
    }

    /// `due_time` for `dueTime`.
    private static func columnName(_ name: String) -> String {
        name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}

private let idColumn = Expression<EntityID>("id")
private let syncedColumn = Expression<Bool>("synced")

/// How what a field holds lies in its columns: one or, for an amount, three.
struct ColumnCodec: Sendable {
    let names: [String]
    let define: @Sendable (inout TableDefinition) -> Void
    let write: @Sendable (FieldValue, inout [Setter]) -> Void
    /// Reads by the names of the columns.
    let read: @Sendable (Row) throws -> FieldValue
    /// Reads by the place of the first.
    let value: @Sendable (Row, Int) throws -> FieldValue

    init(_ shape: Shape, _ name: String, _ field: DaybookCore.Field, _ isOptional: Bool) {
        switch shape {
        case .text:
            self.init(name, isOptional, { .text($0) }, { isOptional && $0.text.isEmpty ? nil : $0.text })
        case .day: self.init(name, isOptional, { .day($0) }, { $0.day })
        case .timeOfDay: self.init(name, isOptional, { .timeOfDay($0) }, { $0.timeOfDay })
        case .time: self.init(name, isOptional, { .time($0) }, { $0.time })
        case .signed: self.init(name, isOptional, { .signed($0) }, { $0.signed })
        case .position: self.init(name, isOptional, { .position($0) }, { $0.position })
        case .repeats: self.init(name, isOptional, { .repeats($0) }, { $0.repeats })
        case .occurrence: self.init(name, isOptional, { .occurrence($0) }, { $0.occurrence })
        case .choice(let names):
            let check = Expression<UInt8>(name) <= UInt8(clamping: names.count - 1)
            self.init(name, isOptional, { .choice($0) }, { $0.choice }, check: check)
        case .digest: self.init(name, isOptional, { .digest($0) }, { $0.digest })
        case .entity: self.init(name, isOptional, { .entity($0) }, { $0.entity })
        case .texts:
            // One on each line, so that a list reads a single table.
            self.init(
                name, isOptional, { (lines: String) in .texts(lines.split(separator: "\n").map { String($0) }) },
                { isOptional && $0.isNothing ? nil : $0.texts.joined(separator: "\n") })
        case .parts:
            self.init(
                name, isOptional, { (bytes: [UInt8]) in .parts([Part](bytes: bytes)) },
                { $0.isNothing ? nil : $0.bytes })
        case .amount:
            // The first amount there was has its columns without a name before them.
            self.init(amount: field == .amount ? "" : name + "_")
        }
    }

    private init<Part: Value>(
        _ name: String, _ isOptional: Bool, _ make: @escaping @Sendable (Part) -> FieldValue,
        _ part: @escaping @Sendable (FieldValue) -> Part?, check: Expression<Bool>? = nil
    ) {
        let column = Expression<Part?>(name)
        names = [name]
        define = { isOptional ? $0.column(column) : $0.column(Expression<Part>(name), check: check) }
        write = { $1.append(column <- part($0)) }
        read = { try $0.get(column).map(make) ?? .nothing }
        value = { try $0.get(at: $1, as: Part?.self).map(make) ?? .nothing }
    }

    private init(amount start: String) {
        let names = ["coefficient", "scale", "currency"].map { start + $0 }
        let (coefficient, scale) = (Expression<Int64?>(names[0]), Expression<Int?>(names[1]))
        let currency = Expression<Currency?>(names[2])
        self.names = names
        define = { table in
            table.column(coefficient)
            table.column(scale)
            table.column(currency)
        }
        write = { value, setters in
            let amount = value.amount
            setters.append(coefficient <- amount?.coefficient)
            setters.append(scale <- amount?.scale)
            setters.append(currency <- amount?.currency)
        }
        read = {
            FieldValue(
                Amount(coefficient: try $0.get(coefficient), scale: try $0.get(scale), currency: try $0.get(currency)))
        }
        value = { row, place in
            // Most have none, and nothing else is looked at.
            guard let coefficient = try row.get(at: place, as: Int64?.self) else { return .nothing }
            return FieldValue(
                Amount(
                    coefficient: coefficient, scale: try row.get(at: place + 1), currency: try row.get(at: place + 2)))
        }
    }
}
