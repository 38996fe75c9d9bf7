import Foundation
import Load

extension DaybookBenchmarks {
    /// What Today and a filter take in a book of 50,000 to-dos, less what the same command takes in a book of one.
    static func scaleResults(in folder: URL, _ size: Size, rounds: Int) throws -> [Measured] {
        let book = folder.appending(path: "many.sqlite").path
        let small = folder.appending(path: "few.sqlite").path
        let file = folder.appending(path: "todos.csv")
        try Data(ManyTodos.csv(size.count(50_000), series: size.count(200)).utf8).write(to: file)
        _ = try Server.seconds(of: [Server.daybook, "import", "--todos", file.path, "--book", book])
        _ = try Server.seconds(of: [Server.daybook, "add", "Alone", "--book", small])

        let commands = [["today"], ["list", "--where", "is:open due<=today+7 tag:home"]]
        var times: [[[Double]]] = [[[], []], [[], []]]
        for round in 0...rounds * 3 {
            for (index, command) in commands.enumerated() {
                for (place, path) in [book, small].enumerated() {
                    let time = try Server.seconds(of: [Server.daybook] + command + ["--book", path]) * 1_000
                    if round > 0 { times[index][place].append(time) }
                }
            }
        }
        func result(_ name: String, _ times: [[Double]], _ limit: Double) -> Measured {
            let measured = zip(times[0], times[1]).map { $0 - $1 }.median
            return Measured(
                name: name + " of 50,000 to-dos, less that of one", measured: measured, base: times[1].median,
                unit: "ms", ratio: measured / times[1].median, limit: .within(limit))
        }
        return [
            result("daybook today", times[0], 10), result("daybook list --where, by day and tag,", times[1], 30),
        ]
    }
}
