extension Todo {
    /// The to-do that a line says as if it were in the book: `Repair 600 EUR on 12 dec`, or an amount with its sign first,
    /// `-300 Fri`. Without a day it is due today. Nil where the line has no amount.
    ///
    /// - Parameters:
    ///   - accounts: those that may be named.
    ///   - account: the account of what names none; nil for the usual one.
    ///   - usual: that of `Amount.init(_:of:usual:local:)`, as is `local`.
    ///   - name: what it is called if the line says nothing.
    public init?(
        whatIf line: String, id: EntityID, now: LocalTime, accounts: [MoneyAccount], account: EntityID? = nil,
        usual: Currency, local: Currency? = nil, called name: String
    ) {
        func read(_ line: String) -> QuickTodo {
            QuickTodo(line, now: now, accounts: accounts, usual: usual, local: local)
        }
        var quick = read(line)
        var values = quick.values
        var said = quick.title
        let words = line.parts { $0.isSpace }.map { String($0) }
        let sign = words.first?.scalars.first.flatMap { $0.isOne(in: "+-−") ? $0 : nil }
        if sign != nil || values[.amount]?.amount == nil {
            var found: (amount: Amount, rest: [String])?
            for count in [2, 1] where found == nil && words.count >= count {
                let text = words.prefix(count).joined(separator: " ")
                let bare = sign == nil ? text : String(Array(text.scalars.dropFirst()))
                found = (try? Amount(bare, usual: usual, local: local)).map { ($0, Array(words.dropFirst(count))) }
            }
            guard let found else { return nil }
            // Accounts and days count behind an amount and a title alone.
            let (rest, title) = (found.rest.joined(separator: " "), name + " ")
            quick = read(title + found.amount.text + (rest.isEmpty ? "" : " " + rest))
            said = quick.title.rest(after: title) ?? name
            values = quick.values
            values[.amount] = .amount(found.amount)
            if sign == "+" { values[.books] = .choice(1) }
        }
        if values[.due] == nil { values[.due] = .day(now.day) }
        if values[.account] == nil, let account { values[.account] = .entity(account) }
        self.init(
            id: id, title: said, createdAt: Timestamp(milliseconds: 0), todoPosition: Position(bytes: []))
        let specs = Todo.fields.specs
        for index in specs.indices {
            if let value = values[specs[index].field] { specs[index].set(&self, value) }
        }
    }
}
