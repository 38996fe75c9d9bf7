import DaybookCore
import Foundation
import Load

extension SyncBenchmarks {
    /// From when somebody begins to make a change until another device hears that there is news: a push to the server,
    /// and the command line, from its start, in the server's own file.
    func news() throws -> [Measured] {
        let book = path("news")
        let server = try Server(book: book)
        defer { server.stop() }
        let live = try LoadGenerator(port: server.port, connections: 1)
        try live.open(live.request("GET", "/v1/live"))
        let other = try LoadGenerator(port: server.port, connections: 1)
        var device = Device(node: 5)
        var times: [[Double]] = [[], []]
        for number in 0..<size.count(rounds * 10) {
            let push = device.pushes(device.todos(2), size: 10)[0]
            times[0].append(
                try milliseconds(until: live) { _ = try other.body(other.request("POST", "/v1/push", body: push)) })
            let isDone = DispatchGroup()
            times[1].append(
                try milliseconds(until: live) {
                    DispatchQueue.global().async(group: isDone) {
                        _ = try? Server.seconds(of: [Server.daybook, "add", "Number \(number)", "--book", book])
                    }
                })
            isDone.wait()
        }
        return zip(["pushed by another device", "made by the command line in the server's file"], times).flatMap {
            name, times in
            [
                Measured(
                    name: "until a change \(name) is heard of", measured: times.median, unit: "ms",
                    ratio: times.median, limit: .atMost(100)),
                Measured(
                    name: "the longest of these", measured: times.max() ?? 0, unit: "ms", ratio: times.max() ?? 0,
                    limit: .none),
            ]
        }
    }

    private func milliseconds(until live: LoadGenerator, _ change: () throws -> Void) throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try change()
        while try !live.next().contains("data:") {}
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }

    func liveConnections() throws -> [Measured] {
        let count = size.count(1_000)
        let server = try Server(book: path("live"))
        defer { server.stop() }
        let warm = try LoadGenerator(port: server.port, connections: 50)
        try warm.run(warm.request("GET", "/v1/pull"), count: 1_000)
        let before = try server.residentKilobytes()
        let live = try LoadGenerator(port: server.port, connections: count)
        try live.open(live.request("GET", "/v1/live"))
        let each = Double(try server.residentKilobytes() - before) / Double(count)
        return withExtendedLifetime(live) {
            [
                Measured(
                    name: "memory of an idle live connection, at \(count)", measured: each, unit: "KiB", ratio: each,
                    limit: .none)
            ]
        }
    }
}
