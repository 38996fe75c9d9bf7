import DaybookCore

/// Reads the plan that YNAB exports beside its register, also that of YNAB 4: a line for each category and month.
struct PlanReader {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private let table: CSVTable
    private let columns: [String: Int]

    /// Nil for bytes that are no such plan.
    init?(_ bytes: [UInt8]) {
        let start = bytes.prefix(4_096).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).first.map { Array($0) }
        guard let start, let first = try? CSVTable(start, isName: { !$0.isEmpty }),
            Self.isHeader(Set(first.header.map { $0.lowercased() })),
            let table = try? CSVTable(bytes, isName: { !$0.isEmpty })
        else { return nil }
        self.table = table
        columns = Dictionary(
            table.header.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func isHeader(_ names: Set<String>) -> Bool {
        names.isSuperset(of: ["month", "category"]) && !names.isDisjoint(with: ["assigned", "budgeted"])
            && !names.isDisjoint(with: ["category group", "master category"])
            && !names.isDisjoint(with: ["available", "category balance"])
    }

    /// The first plan in a ZIP.
    static func packed(in bytes: [UInt8]) -> PlanReader? {
        guard ZipArchive.isOne(bytes), let files = try? ZipArchive(bytes).files(upTo: BankInput.greatestSize) else {
            return nil
        }
        return files.lazy.compactMap { PlanReader($0.bytes) }.first
    }

    /// The budget of the plan.
    ///
    /// - Parameter usual: the currency of amounts that name none.
    func file(usual: Currency) throws(InputError) -> BudgetFile {
        var file = BudgetFile()
        let numbers = NumberColumn(
            table.lines.flatMap { line in
                ["assigned", "budgeted", "activity", "outflows", "available", "category balance"].map {
                    Self.digits(SignedNumber(value($0, line.values)).number)
                }
            }, usualMark: nil, isStrict: false)
        for line in table.lines {
            let values = line.values
            let (category, group) = category(values)
            // Income is in no category here.
            if category.isEmpty || group.lowercased().isOne(of: "inflow income") { continue }
            guard values.count == table.header.count, let month = Self.month(value("month", values)) else {
                throw InputError("line \(line.number) of the plan has no month such as “Nov 2026”. Export it again.")
            }
            let key = group.lowercased()
            let isHidden = key == "hidden categories"
            let place = file.place(
                of: BudgetFile.Category(group: group, name: category, isGrouped: !isHidden), isHidden: isHidden,
                isCard: key == "credit card payments")
            let text = value(columns["assigned"] == nil ? "budgeted" : "assigned", values)
            if text.isEmpty { continue }
            let signed = SignedNumber(text)
            let code = String(signed.number.scalars.filter { BudgetReader.isOfCurrency($0) })
            let currency = code.isEmpty ? usual : (try? Amount("1 \(code)", usual: usual).currency) ?? usual
            let number = try numbers.number(Self.digits(signed.number), in: currency).0
            guard let amount = try? Amount(number: number, currency: currency) else {
                throw InputError("line \(line.number) of the plan has “\(text.excerpt)”, which isn't an amount.")
            }
            file.assign(SignedAmount(amount, isNegative: signed.sign == .minus), to: place, month)
        }
        return file
    }

    /// The tags of its categories.
    var tags: CategoryTags {
        var tags = CategoryTags()
        for line in table.lines {
            let (name, group) = category(line.values)
            tags.add(name, of: group)
        }
        return tags
    }

    private func category(_ values: [String]) -> (name: String, group: String) {
        (
            value(columns["sub category"] == nil ? "category" : "sub category", values),
            value(columns["category group"] == nil ? "master category" : "category group", values)
        )
    }

    private static func digits(_ text: String) -> String {
        String(text.scalars.filter { !BudgetReader.isOfCurrency($0) }).trimmed
    }

    private func value(_ name: String, _ values: [String]) -> String {
        columns[name].flatMap { $0 < values.count ? values[$0].trimmed : nil } ?? ""
    }

    /// The first day of a month such as `Nov 2026` or `November 2026`.
    private static func month(_ text: String) -> CivilDate? {
        let words = text.lowercased().split(separator: " ")
        guard words.count == 2, let month = months.firstIndex(of: String(words[0].prefix(3))),
            let year = Int64(words[1])
        else { return nil }
        return CivilDate(year: year, month: Int64(month) + 1, day: 1)
    }
}

extension BudgetFile {
    /// The database in a file that Actual exports; nil for any other file.
    public static func actualDatabase(in bytes: [UInt8]) -> [UInt8]? {
        guard ZipArchive.isOne(bytes), let archive = try? ZipArchive(bytes),
            (try? archive.file(named: "metadata.json", upTo: 1 << 20)) != nil
        else { return nil }
        return try? archive.file(named: "db.sqlite", upTo: BankFile.greatestSize)
    }
}
