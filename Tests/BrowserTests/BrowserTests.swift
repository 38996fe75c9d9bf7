import Fixtures
import Testing

/// All that drives a browser, two at a time: one alone leaves half of two cores idle, while it waits for what a page shows.
@Suite struct BrowserTests {
    static let turns = Turns(2)
}
