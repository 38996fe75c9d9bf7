import DaybookCore
import DaybookExchange
import Fixtures
import Foundation
import Testing

/// Files that nobody wrote so.
@Suite struct BankFuzzTests {
    /// How many damaged files are read: some, or as many as `make fuzz` says.
    private static let count = ProcessInfo.processInfo.environment["FUZZ"].flatMap { Int($0) } ?? 3_000

    @Test("008.5 Damaged files of every format are read or refused, and never stop the program") func damaged() throws {
        var random = SeededRandom(8)
        let samples = BankSamples.all.map { Array($0.text.utf8) }
        let pieces = [
            "<", ">", "</", "&", ";", "<![CDATA[", "<!--", "]]>", "^", "\n", "\r", ":61:", ":86:", "//", "?20",
            "/NAME/", "-", ",", ".", "'", "9999999999999999999", "0", "<STMTTRN>", "</STMTTRN>", "<Ntry>", "</Ntry>",
            "\u{0}", "{4:", "!Type:Bank", "!Account", "D", "T1,000", "é", "&#x110000;", "&#0;", "[", "20260230",
        ]
        var (read, refused, rows) = (0, 0, 0)
        for _ in 0..<Self.count {
            var bytes = samples[random.below(samples.count)]
            for _ in 0...random.below(6) {
                let place = random.below(bytes.count)
                let end = min(bytes.count, place + random.below(random.chance(20) ? 400 : 12))
                switch random.below(6) {
                case 0: bytes.replaceSubrange(place..<end, with: random.bytes(end - place))
                case 1: bytes.removeSubrange(place..<end)
                case 2: bytes.insert(contentsOf: Array((random.pick(pieces) ?? "").utf8), at: place)
                case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
                case 4: bytes = Array(bytes.prefix(place + 1))
                default:
                    let other = samples[random.below(samples.count)]
                    let start = random.below(other.count)
                    bytes.insert(contentsOf: other[start..<min(other.count, start + 60)], at: place)
                }
            }
            guard let format = BankFile.format(of: bytes) else { continue }
            guard let file = try? BankFile(bytes, format, usual: .usDollar) else {
                refused += 1
                continue
            }
            let plan = BankImport(
                file, into: BankAccounts(file), entries: [], entry: { _ in nil }
            ) { _ in [:] }
            #expect(Set(plan.rows.map(\.id)).count == plan.rows.count)
            #expect(plan.rows.allSatisfy { $0.draft(createdAt: Timestamp(milliseconds: 0)).entryProblem() == nil })
            read += 1
            rows += plan.rows.count
        }
        #expect(read > Self.count / 4 && refused > Self.count / 20 && rows > read, "\(read) read, \(refused) refused")
    }

    @Test(
        "008.5 What is nested without an end, or never closed, takes no more time than its length",
        arguments: [
            "<PAYEE>", "<a>", "<", "<!--", "&", "&amp", "<x y='", ":61:", "!Account\n", "^\n", "\n:86:/NAME/", "S\n",
            "<Ntry><TxDtls>",
        ])
    func deep(piece: String) {
        for start in ["<OFX>", "<Document><BkToCstmrStmt><Stmt>", ":20:1\n:25:1\n", "!Type:Bank\n"] {
            let bytes = Array((start + String(repeating: piece, count: 20_000)).utf8)
            guard let format = BankFile.format(of: bytes) else { continue }
            #expect(work { _ = try? BankFile(bytes, format, usual: .usDollar) } < 10)
        }
    }
}
