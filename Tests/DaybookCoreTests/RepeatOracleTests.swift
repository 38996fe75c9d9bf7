import DaybookCore
import Fixtures
import Foundation
import Testing

/// Rules held against python-dateutil, which `make test` installs.
@Suite(.enabled(if: Oracle.isThere)) struct RepeatOracleTests {
    @Test("006.6 006.8 Days of the month, from every day of a month, are those of dateutil", arguments: 1...12)
    func months(interval: Int64) throws {
        var cases: [Oracle.Case] = []
        for month in 0..<60 {
            let first = try #require(CivilDate("2023-01-01")).adding(months: Int64(month))
            // Up to the 28th all days are alike.
            for day in 1...first.endOfMonth.day where interval == 1 || day > 27 || day % 9 == 1 {
                let anchor = first.adding(days: day - 1)
                if day > 28 || interval == 1 {
                    cases.append(.init(anchor, RepeatRule(.monthly, interval: interval), 5))
                }
                for end in RepeatRule.MonthEnd.allCases where day > 28 || end == .dayOnly {
                    var rule = RepeatRule(.monthly, interval: interval)
                    rule.take(dayOfMonth: day, end)
                    cases.append(.init(anchor, rule, 5))
                }
            }
        }
        try Oracle.check(cases)
    }

    @Test("006.6 Weeks on some weekdays, with steps and either start of the week, are those of dateutil")
    func weeks() throws {
        var cases: [Oracle.Case] = []
        for interval: Int64 in [1, 2, 3, 5] {
            for set in 0..<128 {
                for start: Int64 in [0, 6] {
                    var rule = RepeatRule(.weekly, interval: interval)
                    rule.weekStart = start
                    for day in 0..<7 where set >> day & 1 == 1 { rule.weekdays.append(.init(Int64(day))) }
                    for day: Int64 in 0..<7 {
                        let anchor = try #require(CivilDate("2026-12-28")).adding(days: day)
                        cases.append(.init(anchor, rule, 8))
                    }
                }
            }
        }
        try Oracle.check(cases)
    }

    @Test("006.6 The n-th weekdays of months and years, and the last workday, are those of dateutil")
    func weekdays() throws {
        var cases: [Oracle.Case] = []
        let anchors = try ["2026-01-01", "2026-02-28", "2027-12-31", "2028-02-29"].map { try #require(CivilDate($0)) }
        for anchor in anchors {
            for interval: Int64 in [1, 2, 5] {
                for day: Int64 in 0..<7 {
                    for ordinal: Int64 in [-5, -2, -1, 0, 1, 2, 4, 5] {
                        var rule = RepeatRule(.monthly, interval: interval)
                        rule.weekdays = [.init(day, ordinal: ordinal)]
                        cases.append(.init(anchor, rule, 5))
                        rule.frequency = .yearly
                        rule.months = [2, 11]
                        cases.append(.init(anchor, rule, 5))
                        rule.months = []
                        cases.append(.init(anchor, rule, 5))
                        rule.weekdays = [.init(day, ordinal: ordinal * 10)]
                        cases.append(.init(anchor, rule, 5))
                    }
                }
                for position: Int64 in [-3, -1, 1, 2] {
                    var rule = RepeatRule(.monthly, interval: interval)
                    rule.weekdays = (0..<5).map { .init($0) }
                    rule.positions = [position]
                    cases.append(.init(anchor, rule, 5))
                    rule.frequency = .yearly
                    cases.append(.init(anchor, rule, 5))
                }
            }
        }
        try Oracle.check(cases)
    }

    @Test("006.6 Days and years, the 29th of February and ends are those of dateutil") func others() throws {
        let rules = [
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=400", "FREQ=DAILY;BYMONTH=1,12;INTERVAL=2",
            "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=DAILY;BYMONTHDAY=-1,1", "FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=3",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "FREQ=YEARLY;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=4,9",
            "FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=WEEKLY;COUNT=4", "FREQ=WEEKLY;UNTIL=20270301",
            "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3", "FREQ=MONTHLY;BYDAY=2TU,-1FR;UNTIL=20280629",
            "FREQ=MONTHLY;BYMONTHDAY=1,15,-1;BYSETPOS=2,-1", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=10,-10",
        ]
        var cases: [Oracle.Case] = []
        for rule in rules {
            for anchor in ["2026-01-31", "2026-11-25", "2028-02-29", "2096-02-29", "9990-05-05"] {
                cases.append(.init(try #require(CivilDate(anchor)), try RepeatRule(rule), 10))
            }
        }
        try Oracle.check(cases)
    }
}

private enum Oracle {
    struct Case {
        let (anchor, rule, limit): (CivilDate, RepeatRule, Int)

        init(_ anchor: CivilDate, _ rule: RepeatRule, _ limit: Int) {
            (self.anchor, self.rule, self.limit) = (anchor, rule, limit)
        }
    }

    /// Reads lines of `anchor limit rule`, and writes the days of each on a line of its own.
    private static let script = """
        import itertools, sys
        from datetime import datetime
        from dateutil.rrule import rrulestr
        for line in sys.stdin:
            anchor, limit, rule = line.split()
            days = itertools.islice(rrulestr(rule, dtstart=datetime.fromisoformat(anchor)), int(limit))
            print(" ".join(day.strftime("%Y%m%d") for day in days))
        """

    static let isThere = (try? answer("", "-c", "import dateutil.rrule")) != nil

    static func check(_ cases: [Case]) throws {
        let questions = cases.map { "\($0.anchor.text) \($0.limit) \($0.rule.text)\n" }.joined()
        let answers = try answer(questions, "-c", script).split(separator: "\n", omittingEmptySubsequences: false)
        try #require(answers.count == cases.count + 1)
        for (one, answer) in zip(cases, answers) {
            let rule = try RepeatRule(one.rule.text)
            #expect(rule == one.rule)
            let days = rule.days(from: one.anchor, limit: one.limit).map { $0.text.filter { $0 != "-" } }
            guard days.joined(separator: " ") == answer else {
                Issue.record("\(rule.text) from \(one.anchor.text): \(days) and not \(answer)")
                return
            }
        }
    }

    private static func answer(_ input: String, _ arguments: String...) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let questions = folder.appending(path: "questions")
        try Data(input.utf8).write(to: questions)
        let (process, pipe) = (Process(), Pipe.alone())
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: questions)
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.begin()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: output, as: UTF8.self)
    }
}
