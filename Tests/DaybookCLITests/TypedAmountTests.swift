import DaybookCore
import Testing

@testable import DaybookCLI

@Suite(.bounded) struct TypedAmountTests {
    @Test("The usual currency is looked for only where an amount names none by its code")
    func usual() throws {
        struct Asked: Error {}
        for text in ["12.50 EUR", "eur 8,20", "-5 TWD"] {
            #expect(
                try Amount(typed: text, of: .expense) { throw Asked() }
                    != Amount(typed: "1 USD", of: .expense) { .usDollar })
        }
        for text in ["12.50", "$5"] {
            #expect(throws: Asked.self) { try Amount(typed: text, of: .expense) { throw Asked() } }
        }
    }
}
