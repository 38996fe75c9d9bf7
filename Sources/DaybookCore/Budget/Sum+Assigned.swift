extension Sum {
    /// A text that a person typed to be assigned: a number, a sum such as `12+8-3`, or `+20` for so much more than there is. Nothing at
    /// all is zero.
    ///
    /// - Parameters:
    ///   - present: what is assigned now.
    ///   - local: as of `Amount`.
    public init(assigned text: String, over present: Sum, local: Currency? = nil) throws(ItemError) {
        let none = Sum(.zero(present.currency))
        var sum = none
        var term: [Unicode.Scalar] = []
        var isNegative = false
        var isFirst = true
        func add(_ term: [Unicode.Scalar], _ isNegative: Bool) throws(ItemError) {
            let amount = try Amount(String(term), usual: present.currency, local: local)
            guard amount.currency == present.currency else { throw .notANumber(text) }
            sum = try sum.adding(isNegative ? Sum(amount).negated : Sum(amount))
        }
        for scalar in text.trimmed.scalars {
            guard scalar == "+" || scalar == "-" || scalar == "−" || scalar == "＋" || scalar == "－" else {
                term.append(scalar)
                continue
            }
            let isMinus = scalar == "-" || scalar == "−" || scalar == "－"
            if isFirst, term.isEmpty {
                if !isMinus { sum = present }
            } else {
                try add(term, isNegative)
            }
            (term, isNegative, isFirst) = ([], isMinus, false)
        }
        if !term.isEmpty || !isFirst { try add(term, isNegative) }
        self = sum
    }
}
