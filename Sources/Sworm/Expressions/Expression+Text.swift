extension Expression where Result == String {
    /// `LIKE`: `%` stands for any text, `_` for one character; ASCII letters match in either case.
    /// After `escape` a wildcard stands for itself.
    public func like(_ pattern: String, escape: Character? = nil) -> Expression<Bool> {
        Expression<Bool>(node: .like(node, pattern: .value(.text(pattern)), escape: escape))
    }

    /// Tells whether the text holds this one, letter by letter.
    public func contains(_ text: String) -> Expression<Bool> {
        Expression<Bool>(
            node: .binary(
                .greater, .call(.instr, [node, .value(.text(text))], distinct: false), .value(.integer(0))))
    }

    /// ASCII letters in lower case.
    public var lowercased: Expression<String> { Expression(node: .call(.lower, [node], distinct: false)) }
    /// ASCII letters in upper case.
    public var uppercased: Expression<String> { Expression(node: .call(.upper, [node], distinct: false)) }
    /// The number of characters before the first NUL.
    public var length: Expression<Int> { Expression<Int>(node: .call(.length, [node], distinct: false)) }
}

extension Expression where Result == String? {
    // Each as on a text that is never NULL; of NULL it is NULL.

    /// `LIKE`.
    public func like(_ pattern: String, escape: Character? = nil) -> Expression<Bool> {
        plain.like(pattern, escape: escape)
    }
    /// Tells whether the text holds this one, letter by letter.
    public func contains(_ text: String) -> Expression<Bool> { plain.contains(text) }
    /// ASCII letters in lower case.
    public var lowercased: Expression<String?> { Expression(node: plain.lowercased.node) }
    /// ASCII letters in upper case.
    public var uppercased: Expression<String?> { Expression(node: plain.uppercased.node) }
    /// The number of characters before the first NUL.
    public var length: Expression<Int?> { Expression<Int?>(node: plain.length.node) }

    private var plain: Expression<String> { Expression<String>(node: node) }
}

/// Texts joined with `||`.
public func + (left: Expression<String>, right: Expression<String>) -> Expression<String> {
    Expression(node: .binary(.concatenate, left.node, right.node))
}

/// Texts joined with `||`.
public func + (left: Expression<String>, right: String) -> Expression<String> {
    Expression(node: .binary(.concatenate, left.node, .value(.text(right))))
}
