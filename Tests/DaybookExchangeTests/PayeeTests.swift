import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// Which payee a text means.
@Suite struct PayeeTests {
    private func payee(_ number: UInt64, _ name: String, of other: UInt64? = nil) -> Payee {
        var payee = Payee(id: EntityID(high: 4, low: number), createdAt: Timestamp(milliseconds: 0))
        payee.name = name
        payee.extraFields[.payeeOf] = other.map { .entity(EntityID(high: 4, low: $0)) }
        return payee
    }

    @Test(
        "008.4 The bank's words mean the payee whose longest name they begin with, up to the end of a word",
        arguments: [
            ("REWE SAGT DANKE 4409", "Rewe"), ("rewe  sagt danke", "Rewe"), ("REWE SAGT DANKE.44", "Rewe"),
            ("REWE SAGT DANKEN", "Rewe"), ("REWE", "Rewe"), ("REWE, Berlin", "Rewe"), ("REWELAND", nil),
            ("A REWE", nil), ("", nil),
            ("Ä-Laden, 4", "Laden"),
        ] as [(String, String?)])
    func raw(text: String, name: String?) {
        let names = PayeeNames([
            payee(1, "Rewe"), payee(2, "REWE SAGT DANKE", of: 1), payee(3, "Shop"), payee(5, "Laden"),
            payee(6, "ä-laden", of: 5), payee(4, "rewe", of: 3),
        ])
        // Of two that are called so the first by id is meant.
        #expect(names.meaning(ofRaw: text)?.name == name)
    }

    @Test("008.4 What an entry says itself counts before the bank's words, also where nobody made that payee")
    func typed() throws {
        let names = PayeeNames([payee(1, "Rewe"), payee(2, "Markt", of: 1)])
        var entry = Entry(id: EntityID(high: 1, low: 1), createdAt: Timestamp(milliseconds: 0))
        #expect(names.payee(of: entry) == nil)
        entry.extraFields[.rawText] = .text("REWE 5")
        #expect(names.payee(of: entry)?.name == "Rewe")
        entry.extraFields[.payee] = .text("Bob")
        #expect(names.payee(of: entry)?.name == "Bob" && names.payee(of: entry)?.id == nil)
        #expect(names.meaning(of: "BOB") == names.meaning(of: "bob"))
        entry.extraFields[.payee] = .text("markt")
        #expect(names.payee(of: entry)?.name == "Rewe")
    }

    @Test(
        "008.4 Names that lead to each other, or to one that is gone, still stand for one payee, the same on all devices"
    )
    func circles() {
        let circle = [
            payee(3, "C", of: 1), payee(1, "A", of: 2), payee(2, "B", of: 3), payee(5, "E", of: 9),
            payee(6, "F", of: 1),
        ]
        for seed in 0..<20 {
            var random = SeededRandom(UInt64(seed))
            let names = PayeeNames(circle.shuffled(using: &random))
            #expect(names.payees.map(\.name) == ["A", "E"])
            #expect(names.others(of: names.payees[0]).map(\.name) == ["B", "C", "F"])
            #expect(names.meaning(of: "f").name == "A")
        }
    }

    @Test("008.4 Each payee has its sums and its count, in JSON and in CSV") func sums() throws {
        let names = PayeeNames([payee(1, "Rewe"), payee(2, "Markt", of: 1), payee(3, "Unused")])
        var sums = PayeeSums(names)
        for (index, (payee, amount)) in [("rewe", "1.50 EUR"), ("markt", "2 EUR"), ("Bob", "3 USD"), ("", "4 EUR")]
            .enumerated()
        {
            var entry = Entry(
                id: EntityID(high: 9, low: UInt64(index)), kind: index == 1 ? .income : .expense,
                amount: try Amount(amount, usual: .usDollar), day: CivilDate(daysSince1970: 0),
                createdAt: Timestamp(milliseconds: 0))
            if !payee.isEmpty { entry.extraFields[.payee] = .text(payee) }
            try sums.add(entry)
        }
        #expect(sums.all.map { "\($0.payee?.name ?? "-") \($0.count)" } == ["Bob 1", "Rewe 2", "Unused 0", "- 1"])
        #expect(
            String(decoding: sums.csv, as: UTF8.self).split(whereSeparator: \.isNewline).map {
                $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst().joined(separator: ",")
            }
                == [
                    "name,names,entries,currency,income,expense", "Bob,,1,USD,,3.00", "Rewe,Markt,2,EUR,2.00,1.50",
                    "Unused,,0,,,", ",,1,EUR,,4.00",
                ])
        #expect(
            try JSONValue(sums.json.bytes)
                == JSONValue(
                    Array(
                        """
                        [{"id":null,"name":"Bob","names":[],"entries":1,"income":[],"expense":[{"amount":"3.00","currency":"USD"}]},\
                        {"id":"\(EntityID(high: 4, low: 1).text)","name":"Rewe","names":["Markt"],"entries":2,\
                        "income":[{"amount":"2.00","currency":"EUR"}],"expense":[{"amount":"1.50","currency":"EUR"}]},\
                        {"id":"\(EntityID(high: 4, low: 3).text)","name":"Unused","names":[],"entries":0,"income":[],"expense":[]},\
                        {"id":null,"name":null,"names":[],"entries":1,"income":[],"expense":[{"amount":"4.00","currency":"EUR"}]}]
                        """.utf8)))
    }
}
