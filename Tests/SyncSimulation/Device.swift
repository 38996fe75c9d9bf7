import DaybookBook
import DaybookCore
import Sworm

@testable import DaybookApp
@testable import DaybookStorage

/// A device of the simulation: a book and the client that syncs it.
final class Device {
    let index: Int
    let replica: Replica
    var client: SyncClient
    /// Neither gets nor sends anything.
    var isPartitioned = false
    /// The requests that it waits for.
    var push: Int?
    var pull: Int?
    /// The header by which it offers versions of the protocol; nil for a program from before there was one.
    var offer: String?
    /// True where it packs what it sends, and takes answers packed.
    var packs = false
    /// The book as a browser has it. It is told the same as the real one, and has to hold and show the same.
    private(set) var tab: LocalBook
    /// What the browser shows of the money.
    private var shown = State(node: 0)
    /// The sheet of the browser, kept from one look to the next.
    private var budget = BudgetState()
    /// It began empty, so that it never heard of some deletions.
    var isBootstrapped = false

    init(_ index: Int, _ replica: Replica) throws {
        self.index = index
        self.replica = replica
        _ = try replica.write(at: 0) { try $0.setRemote(url: "http://server") }
        let node = try replica.read { try $0.node() }
        client = SyncClient(node: node)
        tab = LocalBook(node: node)
    }

    /// What the device wrote goes into the tab as well.
    func tabTakes(since before: [RegisterKey: RegisterRow]) {
        let changed = replica.committed.values.map(\.register).filter { before[$0.key]?.register != $0 }
        tab.merge(changed.sorted { ($0.key, $0.stamp) < ($1.key, $1.stamp) }, isPending: true)
    }

    /// What a `SyncClient` says, as the web app carries it out.
    func tabApplies(_ writes: [SyncClient.Write]) {
        for write in writes {
            switch write {
            case .merge(let registers): tab.merge(registers, isPending: false)
            case .acknowledge(let registers): _ = tab.acknowledge(registers)
            case .restampPending(let limit, let time): _ = tab.restampPending(after: limit, from: time)
            case .markAllPending: _ = tab.markAllPending()
            case .save: break
            }
        }
    }

    /// The tab holds what the book holds, has the same yet to send, and shows the same.
    func checkTab() throws {
        let rows = try replica.read { try $0.db.query(RegisterRow.self) }
        let own = Set(tab.records.values.flatMap(\.registers))
        guard own == Set(rows.map(\.register)) else { throw Violation(1, "the browser's book has other registers") }
        guard Set(tab.pendingRegisters()) == Set(rows.filter(\.isPending).map(\.register)) else {
            throw Violation(3, "the browser's book has something else yet to send")
        }
        let todos = try replica.read { try $0.rows().map(\.todo) }
        guard tab.list.all == todos else {
            let other = zip(tab.list.all, todos).first { $0 != $1 }
            throw Violation(1, "the browser's book shows other to-dos: \(other.map { "\($0)" } ?? "their number")")
        }
        guard try tab.lists == replica.read({ try $0.lists().map(\.list) }) else {
            throw Violation(1, "the browser's book shows other lists")
        }
        guard try Set(tab.rates.values) == Set(replica.read { try $0.rateRows().map(\.rate) }) else {
            throw Violation(1, "the browser's book shows other rates")
        }
        try checkBudget(inAll: false)
        let entries = try replica.read { try $0.entryRows().map(\.entry) }
        guard Array(tab.entries.all) == entries else {
            let other = zip(tab.entries.all, entries).first { $0 != $1 }
            throw Violation(1, "the browser's book shows other entries: \(other.map { "\($0)" } ?? "their number")")
        }
    }

    /// What the browser shows of the money, and what it comes to by all periods.
    func shownMoney() throws -> MoneyShown {
        shown.navigation.isMoney = true
        shown.navigation.route = .sums
        shown.entries.filter.from = CivilDate(year: 1, month: 1, day: 1)
        shown.book = tab
        // Another owner would have each change copy it.
        defer { shown.book = LocalBook(node: 0) }
        shown.refreshMoney(today: CivilDate(daysSince1970: 20_000))
        var all = Totals()
        for period in shown.report.sums.figures.periods { try all.add(period.totals) }
        guard all == shown.report.sums.figures.all else {
            throw Violation(1, "the browser's periods come to something else")
        }
        return MoneyShown(shown, tab)
    }

    /// The browser shows the same sheet as the book, also where it worked out what changed alone.
    func checkBudget(inAll isInAll: Bool) throws {
        let sheets = try replica.read { try $0.budgetSheets() }.map(\.sheet)
        let (currency, day) = (budget.sheet?.plan.currency, CivilDate(daysSince1970: 20_000))
        // The one that is kept comes first.
        for sheet in sheets.filter({ $0.plan.currency == currency }) + (isInAll ? sheets : Array(sheets.prefix(1))) {
            budget.currency = sheet.plan.currency
            budget.refresh(&tab, in: sheet.plan.currency, day, day, tags: [])
            let first = sheet.plan.periods.number(of: CivilDate(daysSince1970: 19_980))
            for period in first..<first + 8 where budget.sheet?.page(of: period) != sheet.page(of: period) {
                let (own, other) = (sheet.page(of: period), budget.sheet?.page(of: period))
                throw Violation(1, "the browser shows another sheet: \(other.map { "\($0)" } ?? "none") \(own)")
            }
        }
    }

    /// What is left when the process dies is what is stored.
    func restart() throws {
        push = nil
        pull = nil
        let (node, progress) = try replica.read { (try $0.node(), try $0.remote()?.progress ?? .init()) }
        client = SyncClient(node: node, progress: progress)
        try loadTab()
    }

    /// The tab reads what is stored.
    func loadTab() throws {
        let node = try replica.read { try $0.node() }
        var records: [EntityID: Record] = [:]
        for row in try replica.read({ try $0.db.query(RegisterRow.self) }) {
            let id = row.register.entity
            records[id, default: Record(id: id)].merge(row.register, isPending: row.isPending)
        }
        tab = LocalBook(node: node)
        tab.load(records.values.sorted { $0.id < $1.id }.map { LocalBook.Change(before: nil, after: $0) })
    }
}
