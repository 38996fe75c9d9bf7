import DaybookCore

extension PayeeSums {
    /// Each payee with its other names, how many entries show it, and what came in and went out.
    public var json: JSONWriter {
        .objects(all) { line, json in
            json.members(["id": line.payee?.id?.text, "name": line.payee?.name])
            json.member("names", others(of: line))
            json.member("entries", line.count)
            for (name, sums) in ["income": line.totals.income, "expense": line.totals.expense]
                as KeyValuePairs<StaticString, Sums>
            {
                json.member(name, objects: sums.all) { sum, json in
                    json.members(["amount": sum.number, "currency": sum.currency.code])
                }
            }
        }
    }

    /// The same as `json`, for a table: a line for each payee and currency.
    public var csv: [UInt8] {
        var bytes: [UInt8] = []
        CSVTable.append(["id", "name", "names", "entries", "currency", "income", "expense"], to: &bytes)
        for line in all {
            let names = others(of: line).joined(separator: "; ")
            let currencies = line.totals.currencies.map { Optional($0) }
            for currency in currencies.isEmpty ? [nil] : currencies {
                func number(_ sums: Sums) -> String { currency.flatMap { sums[$0] }?.number ?? "" }
                CSVTable.append(
                    [
                        line.payee?.id?.text ?? "", line.payee?.name ?? "", names, "\(line.count)",
                        currency?.code ?? "",
                        number(line.totals.income), number(line.totals.expense),
                    ], to: &bytes)
            }
        }
        return bytes
    }
}
