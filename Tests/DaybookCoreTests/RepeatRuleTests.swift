import DaybookCore
import Fixtures
import Foundation
import Testing

@Suite struct RepeatRuleTests {
    private func next(_ rule: String, _ slot: String, done: String, _ mode: RepeatMode, isSkipped: Bool = false) throws
        -> String?
    {
        try RepeatRule(rule).next(
            after: day(slot), done: day(done), isSkipped: isSkipped, mode, from: day("2026-01-31"))?.text
    }

    @Test(
        "006.6 A rule is written as it was read",
        arguments: [
            "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU",
            "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
            "FREQ=YEARLY;BYMONTH=2,11;BYDAY=3MO,-1SU;COUNT=4", "FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20271231",
        ])
    func text(rule: String) throws {
        #expect(try RepeatRule(rule).text == rule)
        #expect(try RepeatRule("rrule:" + rule.lowercased()).text == rule)
    }

    @Test(
        "006.6 A rule that isn't one, or that Daybook can't follow, says which part of it isn't",
        arguments: [
            ("", "FREQ=WEEKLY"), ("INTERVAL=2", "INTERVAL=2"), ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0"),
            ("FREQ=OFTEN", "FREQ=OFTEN"), ("FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY"), ("FREQ=SECONDLY", "FREQ=SECONDLY"),
            ("FREQ=HOURLY;INTERVAL=5", "FREQ=HOURLY"), ("FREQ=YEARLY;BYWEEKNO=3", "BYWEEKNO=3"),
            ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY=32"), ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY=0"),
            ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY=54MO"), ("FREQ=WEEKLY;BYDAY=2MO", "BYDAY=2MO"),
            ("FREQ=DAILY;COUNT=99999999999999999999", "COUNT=99999999999999999999"),
            ("FREQ=DAILY;COUNT=-1", "COUNT=-1"),
            ("FREQ=DAILY;UNTIL=20260230", "UNTIL=20260230"), ("FREQ=DAILY;UNTIL=20260230T1", "UNTIL=20260230T1"),
            ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "COUNT or UNTIL"), ("FREQ=DAILY;;;=", "="), ("FREQ", "FREQ"),
            ("FREQ=WEEKLY;BYDAY=é", "BYDAY=é"),
            ("FREQ=DAILY;BYSETPOS=" + String(repeating: "1,", count: 400), "820 bytes"),
        ])
    func refuses(rule: String, part: String) {
        let error = #expect(throws: RepeatError.self) { try RepeatRule(rule) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test("006.7 Every one counts: what follows a missed one may be long past") func every() throws {
        #expect(try next("FREQ=WEEKLY", "2026-02-07", done: "2026-03-01", .every) == "2026-02-14")
        #expect(try next("FREQ=DAILY;INTERVAL=10", "2026-02-10", done: "2026-02-01", .every) == "2026-02-20")
    }

    @Test("006.7 Missed ones are passed over: the next is the first after the day of doing") func passing() throws {
        #expect(try next("FREQ=WEEKLY", "2026-02-07", done: "2026-03-01", .passing) == "2026-03-07")
        #expect(try next("FREQ=WEEKLY", "2026-02-07", done: "2026-03-07", .passing) == "2026-03-14")
        #expect(try next("FREQ=WEEKLY", "2026-02-07", done: "2026-02-01", .passing) == "2026-02-14", "done early")
    }

    @Test(
        "006.7 What was missed is counted up to the day, and no further than the rule goes",
        arguments: [
            ("FREQ=DAILY", "2026-02-01", "2026-02-05", 4), ("FREQ=DAILY", "2026-02-01", "2026-02-01", 0),
            ("FREQ=DAILY", "2026-02-01", "2029-05-16", 1_200), ("FREQ=DAILY", "2026-02-01", "2926-02-05", 9_999),
            ("FREQ=DAILY;COUNT=4", "2026-02-01", "2026-02-20", 3),
            ("FREQ=DAILY;COUNT=1", "2026-02-01", "2026-02-20", 0),
            ("FREQ=DAILY;INTERVAL=3", "2026-02-01", "2026-02-28", 9),
            ("FREQ=DAILY;INTERVAL=2;BYDAY=MO", "2026-02-02", "2026-04-13", 5),
            ("FREQ=DAILY;UNTIL=20260205", "2026-02-01", "2026-05-01", 4),
            ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-02-02", "2027-02-01", 156),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "2026-02-02", "2026-04-06", 9),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", "2027-01-30", 11),
        ])
    func missed(rule: String, slot: String, today: String, count: Int) {
        #expect(Repeat(rule, .passing, anchor: day(slot)).missed(by: day(today)) == count)
        #expect(Repeat(rule, .every, anchor: day(slot)).missed(by: day(today)) == 0)
    }

    @Test("006.7 From completion: a step from the day of doing, be it the last of a month")
    func afterDone() throws {
        #expect(try next("FREQ=MONTHLY", "2026-09-01", done: "2026-09-10", .afterDone) == "2026-10-10")
        #expect(try next("FREQ=MONTHLY", "2026-09-01", done: "2026-09-30", .afterDone) == "2026-10-30")
        #expect(try next("FREQ=MONTHLY;INTERVAL=6", "2026-01-31", done: "2026-08-31", .afterDone) == "2027-02-28")
        #expect(try next("FREQ=YEARLY", "2027-01-01", done: "2028-02-29", .afterDone) == "2029-02-28")
        #expect(try next("FREQ=DAILY;INTERVAL=3", "2026-02-01", done: "2026-02-09", .afterDone) == "2026-02-12")
        #expect(try next("FREQ=WEEKLY;BYDAY=FR", "2026-02-06", done: "2026-02-11", .afterDone) == "2026-02-13")
        #expect(try next("FREQ=WEEKLY;BYDAY=FR", "2026-02-06", done: "2026-02-13", .afterDone) == "2026-02-20")
        #expect(try next("FREQ=MONTHLY;UNTIL=20261009", "2026-09-01", done: "2026-09-10", .afterDone) == nil)
        #expect(
            try next("FREQ=DAILY;INTERVAL=3", "2026-02-20", done: "2026-02-09", .afterDone, isSkipped: true)
                == "2026-02-23", "one that lies ahead is passed over from its own day")
        #expect(
            try next("FREQ=DAILY;INTERVAL=3", "2026-02-01", done: "2026-02-09", .afterDone, isSkipped: true)
                == "2026-02-12")
    }

    @Test(
        "006.7 From completion the interval goes by first, then comes the day that the rule says, and never the one that is done",
        arguments: [
            ("FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=15", "2026-03-15", "2026-05-10", "2026-11-15"),
            ("FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=15", "2026-03-15", "2026-05-20", "2026-11-15"),
            ("FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=15", "2026-11-15", "2026-05-20", "2027-05-15"),
            ("FREQ=MONTHLY;BYMONTHDAY=15", "2026-03-15", "2026-03-10", "2026-04-15"),
            ("FREQ=MONTHLY;BYMONTHDAY=15", "2026-03-15", "2026-05-10", "2026-05-15"),
            ("FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU", "2026-03-10", "2026-03-12", "2026-05-12"),
            ("FREQ=WEEKLY;BYDAY=TH", "2026-11-12", "2026-11-10", "2026-11-19"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-03", "2026-11-09", "2026-11-24"),
            ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05", "2027-02-20", "2028-03-05"),
            ("FREQ=YEARLY;INTERVAL=2;BYMONTH=3;BYMONTHDAY=5", "2027-03-05", "2027-06-20", "2029-03-05"),
        ])
    func intervalFromCompletion(rule: String, slot: String, done: String, expected: String) throws {
        #expect(try next(rule, slot, done: done, .afterDone) == expected)
    }

    @Test("006.8 On the 31st: that day only, that day or the last (from the anchor, never slipping), the last day")
    func monthEnds() throws {
        func days(_ end: RepeatRule.MonthEnd, _ anchor: String, _ frequency: RepeatRule.Frequency = .monthly) -> String
        {
            var rule = RepeatRule(frequency)
            rule.take(dayOfMonth: day(anchor).day, end)
            if frequency == .yearly { rule.months = [day(anchor).month] }
            return rule.days(from: day(anchor), limit: 4).map(\.text).joined(separator: " ")
        }
        #expect(days(.dayOnly, "2026-01-31") == "2026-01-31 2026-03-31 2026-05-31 2026-07-31")
        #expect(days(.dayOrLast, "2026-01-31") == "2026-01-31 2026-02-28 2026-03-31 2026-04-30")
        #expect(days(.dayOrLast, "2026-01-30") == "2026-01-30 2026-02-28 2026-03-30 2026-04-30")
        #expect(days(.lastDay, "2026-04-30") == "2026-04-30 2026-05-31 2026-06-30 2026-07-31")
        #expect(days(.dayOrLast, "2026-02-12") == "2026-02-12 2026-03-12 2026-04-12 2026-05-12")
        #expect(days(.dayOnly, "2028-02-29", .yearly) == "2028-02-29 2032-02-29 2036-02-29 2040-02-29")
        #expect(days(.dayOrLast, "2028-02-29", .yearly) == "2028-02-29 2029-02-28 2030-02-28 2031-02-28")
    }

    @Test(
        "006.6 A rule made to keep a program busy is answered at once",
        arguments: [
            ("FREQ=DAILY;COUNT=1000000000", 3), ("FREQ=YEARLY;INTERVAL=9999999", 1), ("FREQ=DAILY;INTERVAL=9999999", 1),
            ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", 0), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30,31", 0),
            ("FREQ=DAILY;INTERVAL=7;BYDAY=MO", 0), ("FREQ=MONTHLY;BYDAY=5FR;BYMONTHDAY=1", 0),
            ("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366,-365", 3), ("FREQ=WEEKLY;UNTIL=00010101", 0),
        ])
    func hostile(rule: String, count: Int) throws {
        let rule = try RepeatRule(rule)
        let time = work {
            #expect(rule.days(from: day("2026-11-25"), limit: 3).count == count)
            _ = rule.next(after: day("9999-12-31"), from: day("0001-01-01"))
            _ = rule.next(after: day("0001-01-01"), from: day("9999-12-31"))
            let last = day("9999-12-31")
            #expect(rule.next(after: last, done: last, isSkipped: false, .afterDone, from: last) == nil)
        }
        #expect(time < 2)
    }

    @Test(
        "006.6 In a range few days are looked at, however long ago a rule began and however seldom it comes",
        arguments: [
            ("FREQ=DAILY", "2019-01-01", 31, 200),
            ("FREQ=DAILY;BYMONTH=1;BYMONTHDAY=31;BYDAY=MO", "2019-01-01", 0, 200),
            ("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366", "2019-01-01", 0, 800),
            ("FREQ=DAILY;INTERVAL=2;BYMONTH=12", "2019-01-02", 16, 200), ("FREQ=WEEKLY", "2019-01-01", 5, 200),
        ])
    func looked(rule: String, anchor: String, count: Int, most: Int) throws {
        let rule = try RepeatRule(rule)
        var (left, found, last) = (most, 0, day("2026-11-30"))
        while let next = rule.next(after: last, through: day("2026-12-31"), from: day(anchor), looking: &left) {
            found += 1
            last = next
        }
        #expect(found == count && left > 0)
    }

    @Test("006.6 The days of a rule are looked for among so many in all, and not for each of them")
    func lookedInAll() throws {
        let rule = try RepeatRule("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366")
        let days = rule.days(from: day("2019-01-01"), limit: 1_000)
        // Each takes four years of 365 days.
        #expect(days.first == day("2020-01-01") && (30..<60).contains(days.count))
        #expect(try RepeatRule("FREQ=DAILY").days(from: day("2019-01-01"), limit: 10_000).count == 10_000)
    }

    @Test("006.12 A time of day stays what clocks show, also in a night when they change, in every zone") func zones()
        throws
    {
        for name in ["Europe/Berlin", "America/New_York", "Pacific/Auckland", "Australia/Lord_Howe", "Asia/Taipei"] {
            let zone = try #require(TimeZone(identifier: name))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let offset = { (time: Timestamp) in
                Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)))
            }
            for date in try RepeatRule("FREQ=DAILY").days(from: day("2026-01-01"), limit: 730) {
                for minute: Int64 in [0, 119, 121, 150, 180, 420, 1_439] {
                    let moment = Timestamp(date, minute: minute, offset: offset)
                    let parts = calendar.dateComponents(
                        [.day, .hour, .minute], from: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000))
                    let shown = Int64((parts.hour ?? 0) * 60 + (parts.minute ?? 0))
                    let isMissing = shown != minute
                    #expect(Int64(parts.day ?? 0) == date.day)
                    if isMissing {
                        // As far behind the leap as the time lies behind its beginning.
                        let before = offset(Timestamp(milliseconds: moment.milliseconds - 7_200_000))
                        #expect(moment.milliseconds == (date.daysSince1970 * 1_440 + minute) * 60_000 - before * 1_000)
                    } else if name == "Europe/Berlin" {
                        let earlier = Timestamp(milliseconds: moment.milliseconds - 3_600_000)
                        #expect(offset(earlier) - 3_600 != offset(moment), "the first of two")
                    }
                }
            }
        }
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        func text(_ date: String, _ minute: Int64) -> String {
            Timestamp(day(date), minute: minute) {
                Int64(berlin.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000)))
            }.text
        }
        #expect(text("2026-03-28", 420) == "2026-03-28T06:00:00.000Z")
        #expect(text("2026-03-30", 420) == "2026-03-30T05:00:00.000Z")
        #expect(text("2026-03-29", 150) == "2026-03-29T01:30:00.000Z", "2:30 doesn't exist, and is taken as 3:30")
        #expect(text("2026-10-25", 150) == "2026-10-25T00:30:00.000Z", "2:30 comes twice")
    }

    @Test("006.12 An end that is a moment is the day that it is where the rule's days are") func until() throws {
        #expect(
            try RepeatRule("FREQ=DAILY;UNTIL=20261230T230000Z", offset: { _ in 8 * 3_600 }).until == day("2026-12-31"))
        #expect(try RepeatRule("FREQ=DAILY;UNTIL=20261230T230000Z").until == day("2026-12-30"))
        #expect(
            try RepeatRule("FREQ=DAILY;UNTIL=20261230T230000", offset: { _ in 8 * 3_600 }).until == day("2026-12-30"))
    }
}
