public import DaybookCore
public import DaybookExchange
import DaybookStorage

extension FileImport {
    /// Reads a file, also one in which a database lies: what Actual exports as *Export data*.
    ///
    /// - Throws: `ImportFailure`. The parameters are those of `init`.
    public static func reading(
        _ bytes: [UInt8], name: String, _ options: ImportOptions, usual: Currency, accounts: [MoneyAccount],
        at moment: ImportMoment, as format: ImportFormat? = nil, hasTodos: Bool = false
    ) throws -> FileImport {
        guard format == nil, !hasTodos, let database = BudgetFile.actualDatabase(in: bytes) else {
            return try FileImport(
                bytes, name: name, options, usual: usual, accounts: accounts, at: moment, as: format,
                hasTodos: hasTodos)
        }
        do {
            let budget = try ForeignDatabase.read(database) { try BudgetFile(actual: $0, usual) }
            if budget.isEmpty { throw ImportFailure("\(name) has no categories. Export it again.") }
            return FileImport(budget, form: "Actual", options, at: moment)
        } catch let failure as ImportFailure {
            throw failure
        } catch {
            throw ImportFailure("\(name) has a database that can't be read. Export it from Actual again.")
        }
    }
}

extension BudgetFile {
    /// Reads the budget in the database of Actual: that of envelopes, or else the one that only tracks.
    ///
    /// - Parameter usual: the currency, of which it says nothing.
    init(actual database: ForeignDatabase, _ usual: Currency) throws {
        self.init()
        func order(_ table: String) throws -> String {
            try database.has(table, "sort_order") ? "\(table).sort_order, \(table).id" : "\(table).id"
        }
        func hidden(_ table: String) throws -> String { try database.has(table, "hidden") ? "\(table).hidden" : "0" }
        let goal = try database.has("categories", "goal_def") ? "categories.goal_def" : "NULL"
        let categories = try database.rows(
            """
            SELECT categories.id AS id, categories.name AS name, category_groups.name AS "group", \(goal) AS goal, \
            max(ifnull(\(hidden("categories")), 0), ifnull(\(hidden("category_groups")), 0)) AS hidden \
            FROM categories LEFT JOIN category_groups ON category_groups.id = categories.cat_group \
            WHERE ifnull(categories.tombstone, 0) = 0 AND ifnull(categories.is_income, 0) = 0 \
            ORDER BY \(order("category_groups")), \(order("categories"))
            """)
        var places: [String: Int] = [:]
        for row in categories {
            guard let id = row["id"], let name = row["name"], !name.isBlank else { continue }
            let category = Category(group: row["group"] ?? "", name: name)
            places[id] = place(of: category, isHidden: row["hidden"] == "1")
            if row["goal"]?.isBlank == false, row["goal"] != "null" { lose(.target) }
        }
        if try database.has("notes", "id", "note") {
            for row in try database.rows("SELECT id, note FROM notes WHERE trim(ifnull(note, '')) <> ''") {
                let id = row["id"] ?? ""
                if let place = places[id], let text = row["note"] { note(text, of: place) }
                if id.begins(with: "budget-") { lose(.note) }
            }
        }
        if try database.has("accounts", "offbudget", "tombstone") {
            for _ in try database.rows("SELECT id FROM accounts WHERE offbudget = 1 AND ifnull(tombstone, 0) = 0") {
                lose(.offBudget)
            }
        }
        let table = try Self.table(of: database)
        try take(table, of: database, places, usual)
        // A budget that only tracks holds nothing.
        guard table == Self.envelopes else { return }
        for _ in try database.rows(Self.heldIncomes) { lose(.automaticHold) }
        guard try database.has("zero_budget_months", "id", "buffered") else { return }
        for row in try database.rows("SELECT id, buffered FROM zero_budget_months ORDER BY id") {
            guard let month = CivilDate((row["id"] ?? "") + "-01"), let held = Self.amount(row["buffered"], usual),
                !held.isNegative
            else { continue }
            hold(held.size, month)
        }
    }

    private static let envelopes = "zero_budgets"
    /// The categories of which all income is held for the next month.
    private static let heldIncomes = """
        SELECT DISTINCT category FROM zero_budgets JOIN categories ON categories.id = category \
        WHERE carryover = 1 AND categories.is_income = 1 AND ifnull(categories.tombstone, 0) = 0
        """

    /// The table with the amounts: the other one is left over from another time, or empty.
    private static func table(of database: ForeignDatabase) throws -> String {
        if try database.has("preferences", "id", "value") {
            let kind = try database.rows("SELECT value FROM preferences WHERE id = 'budgetType'").first?["value"] ?? ""
            if kind.isOne(of: "report tracking") { return "reflect_budgets" }
            if kind.isOne(of: "rollover envelope") { return envelopes }
        }
        guard try database.has("reflect_budgets", "amount") else { return envelopes }
        let hasEnvelopes = try !database.rows("SELECT 1 FROM zero_budgets WHERE amount <> 0 LIMIT 1").isEmpty
        return hasEnvelopes ? envelopes : "reflect_budgets"
    }

    /// Takes the amounts of the categories that have a place. What a deleted one had is in the one to which it was moved.
    private mutating func take(
        _ table: String, of database: ForeignDatabase, _ places: [String: Int], _ usual: Currency
    ) throws {
        for row in try database.rows("SELECT month, category, amount, carryover FROM \(table) ORDER BY month") {
            guard let place = row["category"].flatMap({ places[$0] }), let number = row["month"].flatMap({ Int64($0) }),
                let month = CivilDate(year: number / 100, month: number % 100, day: 1)
            else { continue }
            if let amount = Self.amount(row["amount"], usual) { assign(amount, to: place, month) }
            carry(place, month, keeps: row["carryover"] == "1")
        }
    }

    /// An amount in hundredths.
    private static func amount(_ text: String?, _ currency: Currency) -> SignedAmount? {
        guard let number = text.flatMap({ Int64($0) }) else { return nil }
        return SignedAmount(Sum(coefficient: Int128(number), scale: 2, currency: currency))
    }
}
