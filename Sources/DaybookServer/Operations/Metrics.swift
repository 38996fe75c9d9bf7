import DaybookPostgres
import Synchronization

/// Counts what a server does, for programs that watch it. Nothing of it names a person or a book.
final class Metrics: Sendable {
    /// The subjects of requests. Few, so that there are few numbers.
    enum Kind: String, CaseIterable {
        case push, pull, live, blobs, rest, caldav, feed, signIn = "sign-in", health, other

        init(path: String) {
            func begins(_ start: String) -> Bool { path == start || path.hasPrefix(start + "/") }
            self =
                switch path {
                case "/v1/push": .push
                case "/v1/pull": .pull
                case "/v1/live": .live
                case "/login", "/logout": .signIn
                case "/healthz", "/readyz", "/metrics": .health
                case _ where begins("/v1/blobs"): .blobs
                case _ where begins("/api"): .rest
                case _ where begins(DAVPath.start): .caldav
                case _ where FeedRoute.leads(to: path): .feed
                default: .other
                }
        }
    }

    private struct Answers {
        var byStatus: [Int: Int] = [:]
        var seconds = 0.0
        /// How many took no longer than each of `limits`.
        var byTime = [Int](repeating: 0, count: Metrics.limits.count)

        mutating func count(_ status: Int, _ time: Double) {
            byStatus[status, default: 0] += 1
            seconds += time
            for (index, limit) in Metrics.limits.enumerated() where time <= limit { byTime[index] += 1 }
        }
    }

    /// In seconds.
    private static let limits = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]

    private let answers = Mutex<[Kind: Answers]>([:])
    private let streams = Atomic(0)

    /// Notes an answer. One that goes on, as that of `/v1/live` does, is noted when it begins.
    func count(_ path: String, status: Int, _ duration: Duration) {
        let (kind, time) = (Kind(path: path), duration / .seconds(1))
        answers.withLock { $0[kind, default: Answers()].count(status, time) }
    }

    /// Counts a live stream for as long as `body` runs.
    func streaming(_ body: () async throws -> Void) async rethrows {
        streams.add(1, ordering: .relaxed)
        defer { streams.subtract(1, ordering: .relaxed) }
        try await body()
    }

    /// In the text format of Prometheus.
    func write(to text: inout MetricsText) {
        let answers = answers.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
        text.begin("daybook_requests_total", "counter", "Answers, by what was asked for and their status.")
        for (kind, answers) in answers {
            for (status, count) in answers.byStatus.sorted(by: { $0.key < $1.key }) {
                text.add(Double(count), [("route", kind.rawValue), ("status", "\(status)")])
            }
        }
        text.begin("daybook_request_seconds", "histogram", "How long it took until an answer began.")
        for (kind, answers) in answers {
            let count = answers.byStatus.values.reduce(0, +)
            for (limit, count) in zip(Self.limits.map { "\($0)" } + ["+Inf"], answers.byTime + [count]) {
                text.add(Double(count), [("route", kind.rawValue), ("le", limit)], suffix: "_bucket")
            }
            text.add(answers.seconds, [("route", kind.rawValue)], suffix: "_sum")
            text.add(Double(count), [("route", kind.rawValue)], suffix: "_count")
        }
        text.begin("daybook_live_streams", "gauge", "Devices and pages that listen for changes now.")
        text.add(Double(streams.load(ordering: .relaxed)))
    }
}

/// Text in the format that Prometheus reads, version 0.0.4.
struct MetricsText {
    private(set) var text = ""
    private var name = ""

    mutating func begin(_ name: String, _ type: String, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    /// - Parameter labels: with values that need no escapes.
    mutating func add(_ value: Double, _ labels: [(String, String)] = [], suffix: String = "") {
        let marks = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        let number = Int64(exactly: value).map { "\($0)" } ?? "\(value)"
        text += name + suffix + (marks.isEmpty ? "" : "{\(marks)}") + " \(number)\n"
    }
}
