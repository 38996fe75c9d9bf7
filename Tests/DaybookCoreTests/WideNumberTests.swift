import Fixtures
import Testing

@testable import DaybookCore

/// The arithmetic of 128 bits that the browser has no functions for, beside that of the standard library.
@Suite struct WideNumberTests {
    @Test("Products, rounded quotients and common divisors are those of the standard library") func random() {
        var random = SeededRandom(5)
        func number() -> Int128 {
            let bits = Int(random.next() % 127)
            let value = Int128(truncatingIfNeeded: UInt128(random.next()) << 64 | UInt128(random.next()))
            return value >> Int128(126 - bits)
        }
        for _ in 0..<20_000 {
            let (a, b) = (number(), number())
            let product = a.multipliedReportingOverflow(by: b)
            // The least number of all is left out: it has no opposite.
            #expect(a.product(b) == (product.overflow || product.partialValue == .min ? nil : product.partialValue))
            guard b > 0, a != .min else { continue }
            let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
            let away: Int128 = rest.magnitude >= b.magnitude - rest.magnitude ? (a < 0 ? -1 : 1) : 0
            #expect(a.rounded(dividedBy: b) == quotient + away, "\(a) / \(b)")
            guard a > 0 else { continue }
            var (x, y) = (a, b)
            while y != 0 { (x, y) = (y, x % y) }
            #expect(a.commonDivisor(b) == x, "\(a) and \(b)")
        }
        #expect(Int128.power(0) == 1 && Int128.power(-3) == 1 && Int128.power(38) != nil && Int128.power(39) == nil)
    }
}
