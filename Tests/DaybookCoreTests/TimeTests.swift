import Fixtures
import Foundation
import Testing

@testable import DaybookCore

@Suite struct TimeTests {
    @Test("Stamps grow strictly when the wall clock stands still, jumps back or is behind what was seen")
    func monotonic() {
        var clock = HybridClock(node: 7)
        var last = Stamp(clock: 0, node: 0)
        for milliseconds: Int64 in [1_000, 1_000, 999, 0, -5, 2_000, Int64.min, Int64.max, Int64.max] {
            let stamp = clock.tick(now: Timestamp(milliseconds: milliseconds))
            if last.clock < Stamp.greatestClock { #expect(stamp.clock > last.clock) }
            #expect(stamp.clock <= Stamp.greatestClock)
            last = stamp
        }
        var behind = HybridClock(node: 1)
        behind.observe(Stamp(clock: 5_000 << 16, node: 2))
        #expect(behind.tick(now: Timestamp(milliseconds: 10)) > Stamp(clock: 5_000 << 16, node: 2))
        behind.reset(to: Timestamp(milliseconds: 20))
        #expect(behind.tick(now: Timestamp(milliseconds: 20)).time == Timestamp(milliseconds: 20))
    }

    @Test("Moments are written as Foundation writes them, from 1600 to 9999")
    func isoText() {
        var random = SeededRandom(3)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for _ in 0..<2_000 {
            let milliseconds = Int64(random.next() % 265_000_000_000_000) - 11_676_096_000_000
            let text = Timestamp(milliseconds: milliseconds).text
            // Foundation may round a fraction of a millisecond down: give it the middle.
            let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1_000)
            #expect(text == date.formatted(style))
        }
        #expect(Timestamp(milliseconds: 1_582_934_400_123).text == "2020-02-29T00:00:00.123Z")
        #expect(!Timestamp(milliseconds: .max).text.isEmpty)
        #expect(!Timestamp(milliseconds: .min).text.isEmpty)
    }

    @Test(
        "Text that names no moment is none",
        arguments: [
            "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:60Z", "2026-02-30T09:30:00Z",
            "2026-11-21T09:30:00", "2026-11-21 09:30:00Z", "",
        ])
    func noMoment(text: String) {
        #expect(Timestamp(text) == nil)
        #expect(Timestamp("2026-11-21T23:59:59Z")?.text == "2026-11-21T23:59:59.000Z")
    }
}
