import DaybookCore

extension Amount {
    /// The same number in another currency, for a change that names the currency alone.
    ///
    /// - Parameter present: nil, where there is nothing to change, is an error.
    init(_ present: Amount?, in currency: Currency) throws(MoneyError) {
        guard let present else { throw .noAmount }
        try self.init(number: present.number, currency: currency)
    }
}
