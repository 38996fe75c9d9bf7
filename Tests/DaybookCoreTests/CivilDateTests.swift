import DaybookCore
import Foundation
import Testing

@Suite struct CivilDateTests {
    @Test(
        "A day that doesn't exist is none",
        arguments: [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-11-00", "1900-02-29", "0000-01-01",
            "2026-1-1", "26-11-21", "2026/11/21", "2026-11-21 ", "２０２６-11-21", "", "2026-11-2é", "-026-11-21",
        ])
    func refuses(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test("Days count as Foundation's calendar does, over twelve centuries") func days() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for days in stride(from: Int64(-135_000), to: 300_000, by: 97) {
            let date = CivilDate(daysSince1970: days)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            #expect((Int(date.year), Int(date.month), Int(date.day)) == (parts.year, parts.month, parts.day))
            #expect(date.daysSince1970 == days)
            #expect(CivilDate(date.text) == date)
            let monday = date.startOfWeek
            #expect(days - monday.daysSince1970 == Int64(((parts.weekday ?? 0) + 5) % 7))
            #expect(date.startOfMonth.day == 1)
            #expect(date < date.adding(days: 1))
        }
        #expect(CivilDate("2024-02-29") != nil)
        #expect(CivilDate("2000-02-29") != nil)
        #expect(CivilDate(Timestamp(milliseconds: -1)).text == "1969-12-31")
    }

    @Test(
        "A digest is SHA-256",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (3, "cb1ad2119d8fafb69566510ee712661f9f14b83385006ef92aec47f523a38358"),
            (55, "8963cc0afd622cc7574ac2011f93a3059b3d65548a77542a1559e3d202e6ab00"),
            (56, "6ea719cefa4b31862035a7fa606b7cc3602f46231117d135cc7119b3c1412314"),
            (64, "d53eda7a637c99cc7fb566d96e9fa109bf15c478410a3f5eb4d4c4e26cd081f6"),
            (1_000, "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4"),
        ])
    func digests(count: Int, text: String) {
        let digest = Digest(of: [UInt8](repeating: 0x41, count: count))
        #expect(digest.text == text)
        #expect(Digest(text.uppercased()) == digest)
        #expect(Digest(bytes: digest.bytes) == digest)
        #expect(Digest(String(text.dropLast())) == nil)
        #expect(Digest(String(text.dropLast()) + "g") == nil)
    }
}
