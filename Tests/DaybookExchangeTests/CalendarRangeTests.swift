import DaybookCore
import Foundation
import Testing

@testable import DaybookExchange

/// Which to-dos lie in a range, and what is told of their occurrences there.
@Suite struct CalendarRangeTests {
    private func bytes(_ lines: String...) -> [UInt8] {
        let text = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]
        return Array(
            text.joined(separator: "\r\n").replacing("\n", with: "\r\n").replacing("\r\r\n", with: "\r\n").utf8)
    }

    private func todo(_ lines: String...) -> [UInt8] {
        bytes("BEGIN:VTODO", "UID:a", "SUMMARY:a", lines.joined(separator: "\r\n"), "END:VTODO")
    }

    /// Clocks of Taipei are 8 hours ahead, all others are UTC's.
    private func offset(_ zone: String, _ time: Timestamp) -> Int64 { zone == "Asia/Taipei" ? 28_800 : 0 }

    private func range(_ start: String?, _ end: String?) -> TimeRange {
        TimeRange(start: start.flatMap { TimeRange.time($0) }, end: end.flatMap { TimeRange.time($0) })
    }

    private func isThere(_ text: [UInt8], _ start: String?, _ end: String?, alarm: Bool = false) -> Bool {
        var calendar = CalendarFilter.Component(name: "VCALENDAR")
        var todo = CalendarFilter.Component(name: "VTODO")
        if alarm {
            var alarm = CalendarFilter.Component(name: "VALARM")
            alarm.range = range(start, end)
            todo.components = [alarm]
        } else {
            todo.range = range(start, end)
        }
        calendar.components = [todo]
        return CalendarFilter(calendar).matches(text, offset: offset)
    }

    @Test("007.4 A daily to-do that is due since 2019 is found in a range of 2026") func old() {
        let text = todo("DTSTART;VALUE=DATE:20190101", "DUE;VALUE=DATE:20190101", "RRULE:FREQ=DAILY")
        #expect(isThere(text, "20260601T000000Z", "20260602T000000Z"))
        #expect(!isThere(text, "20180601T000000Z", "20180602T000000Z"))
        let counted = todo("DUE;VALUE=DATE:20190101", "RRULE:FREQ=DAILY;COUNT=2800")
        #expect(isThere(counted, "20260801T000000Z", "20260802T000000Z"))
        #expect(!isThere(counted, "20261101T000000Z", "20261102T000000Z"))
        let ended = todo("DUE;VALUE=DATE:20190101", "RRULE:FREQ=DAILY;UNTIL=20260531")
        #expect(!isThere(ended, "20260602T000000Z", "20260603T000000Z"))
        #expect(isThere(ended, "20260530T000000Z", nil))
    }

    @Test("007.4 An occurrence that was taken out, or lies elsewhere, isn't found on its day") func taken() {
        let master = ["BEGIN:VTODO", "UID:a", "DUE;TZID=Asia/Taipei:20261201T070000", "RRULE:FREQ=WEEKLY"]
        let text = bytes(
            (master + ["EXDATE;TZID=Asia/Taipei:20261208T070000", "END:VTODO"]).joined(separator: "\r\n"),
            "BEGIN:VTODO",
            "UID:a", "RECURRENCE-ID:20261214T230000Z", "DUE;TZID=Asia/Taipei:20261217T070000", "END:VTODO")
        #expect(isThere(text, "20261130T220000Z", "20261201T000000Z"))
        #expect(!isThere(text, "20261207T220000Z", "20261208T000000Z"))
        #expect(!isThere(text, "20261214T220000Z", "20261215T000000Z"))
        #expect(isThere(text, "20261216T220000Z", "20261217T000000Z"))
        #expect(isThere(text, "20261221T220000Z", "20261222T000000Z"))
    }

    @Test(
        "007.4 An alarm is found in the range in which it rings, also of a later occurrence, and each time that it rings"
    )
    func alarms() {
        func text(_ trigger: String, _ more: String...) -> [UInt8] {
            todo(
                "DTSTART:20261201T080000Z", "DUE:20261201T100000Z", "RRULE:FREQ=DAILY", "BEGIN:VALARM",
                "ACTION:DISPLAY",
                trigger, more.joined(separator: "\r\n"), "END:VALARM")
        }
        func rings(_ text: [UInt8], _ start: String, _ end: String) -> Bool { isThere(text, start, end, alarm: true) }
        let before = text("TRIGGER:-PT15M", "X-A:1")
        #expect(rings(before, "20261201T074500Z", "20261201T074501Z"))
        #expect(rings(before, "20261224T074500Z", "20261224T074501Z"))
        #expect(!rings(before, "20261201T074501Z", "20261202T074500Z"))
        #expect(rings(text("TRIGGER;RELATED=END:-PT15M", "X-A:1"), "20261203T094000Z", "20261203T100000Z"))
        let twice = text("TRIGGER:PT0S", "REPEAT:2", "DURATION:PT1H")
        #expect(rings(twice, "20261201T095900Z", "20261201T100100Z"))
        #expect(!rings(twice, "20261201T105900Z", "20261201T110100Z"))
        let at = text("TRIGGER;VALUE=DATE-TIME:20270101T000000Z", "X-A:1")
        #expect(rings(at, "20270101T000000Z", "20270101T000001Z"))
        #expect(!rings(at, "20261201T000000Z", "20261231T000000Z"))
        #expect(!rings(todo("DUE:20261201T100000Z"), "20261201T000000Z", "20261231T000000Z"))
    }

    @Test(
        "007.4 A rule made to keep a server busy costs a request little",
        arguments: [
            "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366", "FREQ=DAILY;BYMONTH=1;BYMONTHDAY=31;BYDAY=MO",
            "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;COUNT=1000000000",
            "FREQ=YEARLY;COUNT=9999;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
        ])
    func hostile(rule: String) {
        let text = todo("DUE;VALUE=DATE:20190101", "RRULE:\(rule)")
        guard let node = CalendarNode.read(text)?.nodes.first else { return }
        var count = 0
        CalendarOccurrences(node, among: [], offset).forEach(in: range("20260601T000000Z", nil)) { _ in
            count += 1
            return true
        }
        // Each day that is found was looked at.
        #expect(count <= CalendarOccurrences.mostLookedAt)
        _ = isThere(text, "20260601T000000Z", "20260602T000000Z")
    }

    @Test("007.4 expand tells each occurrence in a range by itself, in UTC and without a rule") func expand() throws {
        let text = bytes(
            "BEGIN:VTIMEZONE", "TZID:Asia/Taipei", "END:VTIMEZONE", "BEGIN:VTODO", "UID:a", "SUMMARY:a",
            "DTSTART;TZID=Asia/Taipei:20190101T060000", "DUE;TZID=Asia/Taipei:20190101T070000", "RRULE:FREQ=DAILY",
            "END:VTODO", "BEGIN:VTODO", "UID:a", "SUMMARY:b", "RECURRENCE-ID;TZID=Asia/Taipei:20261202T070000",
            "DUE;TZID=Asia/Taipei:20261202T090000", "END:VTODO")
        var selection = CalendarSelection()
        selection.expanded = range("20261130T220000Z", "20261202T220000Z")
        let told = String(decoding: try selection.text(of: text, offset: offset), as: UTF8.self)
        #expect(
            told.components(separatedBy: "\r\n") == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "RECURRENCE-ID:20261130T220000Z", "UID:a", "SUMMARY:a",
                "DTSTART:20261130T220000Z", "DUE:20261130T230000Z", "END:VTODO", "BEGIN:VTODO", "UID:a", "SUMMARY:b",
                "RECURRENCE-ID:20261201T230000Z", "DUE:20261202T010000Z", "END:VTODO", "END:VCALENDAR", "",
            ], "\(told)")
        selection.expanded = range("20261130T220000Z", nil)
        #expect(throws: CalendarSelection.TooMany.self) { try selection.text(of: text, offset: offset) }
        let days = todo("DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=3")
        // A due alone lies in a range that ends with it, and in none that begins with it.
        selection.expanded = range("20261201T000000Z", "20261202T000000Z")
        let day = String(decoding: try selection.text(of: days, offset: offset), as: UTF8.self)
        #expect(day.contains("RECURRENCE-ID;VALUE=DATE:20261202\r\n") && day.contains("DUE;VALUE=DATE:20261202\r\n"))
    }

    @Test("007.4 A client that wants parts of a text gets those, to the letter") func parts() throws {
        let text = bytes(
            "PRODID:x", "BEGIN:VTODO", "UID:a", "SUMMARY;LANGUAGE=en:a long", "  title", "DUE:20261201T100000Z",
            "BEGIN:VALARM", "TRIGGER:PT0S", "END:VALARM", "END:VTODO")
        var (selection, calendar, todo) = (
            CalendarSelection(), CalendarSelection.Component(name: "VCALENDAR"),
            CalendarSelection.Component(name: "vtodo")
        )
        todo.take(property: "summary", isBare: false)
        todo.take(property: "DUE", isBare: true)
        todo.settle(hasAllProperties: false, hasAllComponents: false)
        calendar.take(property: "VERSION", isBare: false)
        calendar.take(todo)
        calendar.settle(hasAllProperties: false, hasAllComponents: false)
        selection.component = calendar
        let told = String(decoding: try selection.text(of: text, offset: offset), as: UTF8.self)
        #expect(
            told.components(separatedBy: "\r\n") == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "SUMMARY;LANGUAGE=en:a long", "  title", "DUE:",
                "END:VTODO", "END:VCALENDAR", "",
            ], "\(told)")
        calendar = CalendarSelection.Component(name: "VCALENDAR")
        calendar.settle(hasAllProperties: false, hasAllComponents: false)
        selection.component = calendar
        #expect(try selection.text(of: text, offset: offset) == text)
    }
}
