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
            let monday = date.startOfWeek()
            #expect(days - monday.daysSince1970 == Int64(((parts.weekday ?? 0) + 5) % 7))
            #expect(days - date.startOfWeek(from: 6).daysSince1970 == Int64(((parts.weekday ?? 0) + 6) % 7))
            #expect(date.endOfMonth.adding(days: 1).day == 1 && date.endOfMonth.startOfMonth == date.startOfMonth)
            #expect(date.startOfMonth.day == 1)
            #expect(date < date.adding(days: 1))
        }
        #expect(CivilDate("2024-02-29") != nil)
        #expect(CivilDate("2000-02-29") != nil)
        #expect(CivilDate(Timestamp(milliseconds: -1)).text == "1969-12-31")
    }
}
