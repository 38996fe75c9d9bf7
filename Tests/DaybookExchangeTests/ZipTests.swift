import DaybookCore
import DaybookExchange
import Fixtures
import Testing

/// Files of banks in a ZIP.
@Suite struct ZipTests {
    private static func statement(_ account: String, _ day: String, _ amount: String) -> String {
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>\(account)"
            + "</IBAN></Id></Acct>\n<Ntry><Amt Ccy=\"EUR\">\(amount)</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>\(day)</Dt>"
            + "</BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>"
    }

    private static let files = [
        ("2026/a.xml", statement("DE11", "2026-01-02", "1.00")), ("b.xml", statement("DE22", "2026-01-03", "2.00")),
        ("info.txt", "hello"),
    ]

    private func refusal(_ bytes: [UInt8]) -> String {
        do throws(InputError) {
            return try BankInput(bytes) == nil ? "none" : "read"
        } catch {
            return error.message
        }
    }

    @Test(
        "008.5 A ZIP of CAMT has several files, each to its account, however they are packed", arguments: [true, false])
    func several(packed: Bool) throws {
        let input = try #require(try BankInput(ZipFile.bytes(Self.files, packed: packed)))
        let file = try BankFile(input, usual: .usDollar)
        #expect(
            file.statements.map(\.account) == ["DE11", "DE22"]
                && file.rows.map(\.amount.text) == ["1.00 EUR", "2.00 EUR"])
        #expect(file.leftOut == [.file: 1] && file.problems.isEmpty)
    }

    @Test("008.6 What can't be read in a ZIP is told with the name of its file") func problems() throws {
        let bad = [Self.files[0], ("x/c.xml", Self.statement("DE33", "2026-02-30", "3.00"))]
        let file = try BankFile(try #require(try BankInput(ZipFile.bytes(bad))), usual: .usDollar)
        #expect(file.problems.map(\.message) == ["c.xml: “2026-02-30” isn't a valid date. Use the form 2026-11-21."])
        let cut = [("d.xml", String(Self.statement("DE33", "2026-01-01", "3.00").dropLast(20)))]
        let input = try #require(try BankInput(ZipFile.bytes(cut)))
        #expect(throws: InputError.self) { try BankFile(input, usual: .usDollar) }
    }

    @Test("008.5 A ZIP that is cut off, encrypted, damaged, of Zip64 or too large is refused, and says so")
    func refused() {
        let whole = ZipFile.bytes(Self.files, packed: true)
        for count in 4..<whole.count where count % 7 == 0 {
            #expect(refusal(Array(whole.prefix(count))).contains("damaged or cut off"))
        }
        #expect(refusal(ZipFile.bytes(Self.files, flags: 1)).contains("“a.xml” in the ZIP file is encrypted"))
        #expect(refusal(ZipFile.bytes(Self.files, method: 12)).contains("packed in a way"))
        #expect(refusal(ZipFile.bytes(Self.files, claiming: 0xFFFF_FFFF)).contains("Zip64"))
        #expect(refusal(ZipFile.bytes(Self.files, packed: true, claiming: 1 << 30)).contains("more than 64 MiB"))
        // It says less than it has.
        #expect(refusal(ZipFile.bytes(Self.files, packed: true, claiming: 10)).contains("damaged"))
        #expect(refusal(ZipFile.bytes([])).contains("without files"))
        #expect(refusal(ZipFile.bytes([("a.txt", "hello")])) == "none")
        #expect(
            refusal(ZipFile.bytes([Self.files[0], ("q.qif", "!Type:Bank\nD2026-01-02\nT1\n^\n")])).contains(
                "CAMT and of QIF"))
        #expect(refusal(ZipFile.bytes((0..<1_001).map { ("\($0)", "") })).contains("At most 1000"))
    }
}
