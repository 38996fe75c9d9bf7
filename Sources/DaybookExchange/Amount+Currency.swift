import DaybookCore

extension Amount {
    /// The same number in another currency, for a change that names the currency alone.
    ///
    /// - Parameter present: nil, where there is nothing to change, is an error.
    init(_ present: Amount?, in currency: Currency) throws(ItemError) {
        guard let present else { throw .noAmount }
        try self.init(number: present.number, currency: currency)
    }

    /// The amount of a text such as `12.50`, and of a currency that is given beside it. The text may repeat that, and
    /// name no other.
    ///
    /// - Parameters:
    ///   - code: as ISO 4217 has it; nil where only the text can name a currency.
    ///   - usual: the currency where neither does; asked for only where there is no code, since a book has to count.
    ///   - local: what a sign means that several currencies share, if the usual one is none of them.
    init(_ text: String, code: String?, usual: () throws -> Currency, local: Currency? = nil) throws {
        let currency = try code.map { Currency($0) } ?? usual()
        guard let currency else { throw InputError(.unknownCurrency(code ?? "")) }
        do {
            if text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2E }) {
                // Programs write it so: 1.250 has decimals.
                try self.init(number: text, currency: currency)
            } else {
                try self.init(text, usual: currency, local: local)
            }
        } catch {
            throw InputError("amount", Sentence(error))
        }
        guard code == nil || self.currency == currency else {
            throw InputError(
                "amount",
                "The amount \"\(text.excerpt)\" is in \(self.currency.code), and the currency says \(currency.code). Name one of them."
            )
        }
    }
}
