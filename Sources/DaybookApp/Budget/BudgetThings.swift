public import DaybookCore

/// The budget of a book beside its money: the envelopes, and what was set and moved.
public struct BudgetThings {
    /// In their order.
    public private(set) var envelopes: [Envelope] = []
    /// The amounts that were set for envelopes.
    public private(set) var cells = EntityTable<BudgetCell>()
    /// The moves between them.
    public private(set) var moves = EntityTable<EnvelopeMove>()
    /// Tells what becomes of the rest in them.
    public private(set) var carries = EntityTable<CarryFlag>()
    /// Grows with each change of what was set and moved.
    private(set) var version = 0

    /// The entries and transfers that changed since the sheet was worked out, as they were before. Nil means that all rows
    /// are to be read: too many changed, or no sheet stands yet.
    var touched: [Touched]?

    struct Touched {
        let id: EntityID
        let entry: Entry?
        let transfer: Transfer?
    }

    /// Remembers what a thing was before it changes.
    mutating func touch(_ id: EntityID, _ entry: Entry? = nil, transfer: Transfer? = nil) {
        guard let count = touched?.count else { return }
        if count < 5_000 {
            touched?.append(Touched(id: id, entry: entry, transfer: transfer))
        } else {
            touched = nil
        }
    }

    /// Keeps what a record holds, or forgets what is gone. Answers whether rows of money may show the change: a number of the
    /// budget stands in none.
    ///
    /// - Parameter tags: what is known of its tags.
    mutating func note(_ record: Record, tags: [ItemTag]) -> Bool {
        if envelopes.note(record) {
            tag(record.id, tags)
            return true
        }
        if record.isOf(.cell) || cells.contains(record.id) {
            cells[record.id] = BudgetCell(record)
        } else if record.isOf(.move) || moves.contains(record.id) {
            moves[record.id] = EnvelopeMove(record)
        } else if record.isOf(.carry) || carries.contains(record.id) {
            carries[record.id] = CarryFlag(record)
        } else {
            return false
        }
        version += 1
        return false
    }

    /// Gives an envelope its tags. Answers whether it is one.
    @discardableResult
    mutating func tag(_ id: EntityID, _ tags: [ItemTag]) -> Bool {
        guard let index = envelopes.firstIndex(where: { $0.id == id }) else { return false }
        envelopes[index].tags = ItemTag.names(tags, of: id)
        return true
    }
}
