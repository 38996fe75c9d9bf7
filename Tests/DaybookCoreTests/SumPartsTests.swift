import DaybookCore
import Testing

@Suite struct SumPartsTests {
    private func sum(_ coefficient: Int128, _ scale: Int) throws -> Sum {
        Sum(coefficient: coefficient, scale: scale, currency: try #require(Currency("EUR")))
    }

    @Test("004.23 Bars are as long as their sums beside the largest, whatever decimals they have")
    func scales() throws {
        let sums = [try sum(1_200, 2), nil, try sum(6_000, 3), try sum(-3, 0), try sum(1, 2)]
        #expect(Sum.parts(sums) == [1_000, 0, 500, -250, 0])
        #expect(Sum.parts([nil, try sum(0, 2)]) == [0, 0])
        #expect(Sum.parts([]) == [])
    }

    @Test("Sums of 38 digits have bars, too") func large() throws {
        let large = Int128(Int64.max) << 64
        #expect(Sum.parts([try sum(large, 2), try sum(large / 4, 2), try sum(-large, 2)]) == [1_000, 249, -1_000])
        // At the scale of the other one it would have more digits than there can be.
        #expect(Sum.parts([try sum(.max, 0), try sum(1, 18)]) == [1_000, 0])
    }
}
