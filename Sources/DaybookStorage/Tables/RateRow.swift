public import DaybookCore
import Sworm

/// A rate of exchange as a copy of a book has it.
public typealias RateRow = KindRow<Rate>

extension KindRow<Rate> {
    public var rate: Rate { item }
    static var day: Expression<CivilDate> { Expression<CivilDate>("day") }
}

extension BookReader {
    /// The rates of some days, the newest first.
    public func rateRows(from: CivilDate? = nil, through: CivilDate? = nil) throws -> [RateRow] {
        var query = RateRow.all
        if let from { query = query.where(RateRow.day >= from) }
        if let through { query = query.where(RateRow.day <= through) }
        return try db.all(query)
    }
}

extension BookTransaction {
    /// Says something, such as what a currency was worth on a day. What was said of it before counts no more.
    @discardableResult
    public func set<Owner: DerivedEntity>(_ thing: Owner) throws -> KindRow<Owner> {
        try carryOut(.add(Owner.kind, thing.id, thing.changes))
        guard let row = try reader.find(Owner.self, thing.id) else { throw ItemError.notFound(Owner.kind, thing.id) }
        return row
    }
}
