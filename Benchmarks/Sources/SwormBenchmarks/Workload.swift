import Foundation

/// One thing to measure, done in three ways on the same file.
struct Workload {
    let name: String
    /// The most that Sworm may take, as a multiple of C.
    let limit: Double
    /// How often GRDB's records have to be slower than Sworm; nil where nothing was promised.
    let gain: Double?
    let prepare: () throws -> Void
    let c: () throws -> Void
    let sworm: () throws -> Void
    let grdb: () throws -> Void

    /// Medians of processor milliseconds over runs that take turns.
    func measure(rounds: Int) throws -> Result {
        var times: [[Double]] = [[], [], []]
        for round in 0...rounds {
            for (index, body) in [c, sworm, grdb].enumerated() {
                try prepare()
                let start = processorMilliseconds()
                try body()
                // The first round warms caches.
                if round > 0 { times[index].append(processorMilliseconds() - start) }
            }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        return Result(workload: self, c: medians[0], sworm: medians[1], grdb: medians[2])
    }

    struct Result {
        let workload: Workload
        let c: Double
        let sworm: Double
        let grdb: Double

        var isWithinLimits: Bool {
            sworm <= c * workload.limit && (workload.gain.map { grdb >= sworm * $0 } ?? true)
        }

        var line: String {
            let limits = "≤ \(workload.limit)" + (workload.gain.map { ", GRDB ≥ \($0) ×" } ?? "")
            let cells = [
                workload.name, String(format: "%.1f", c), String(format: "%.2f", sworm / c),
                String(format: "%.2f", grdb / c), String(format: "%.1f", grdb / sworm), limits,
                isWithinLimits ? "yes" : "NO",
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
    }
}

/// Time that the processor spent on this process: it does not count what others do meanwhile, nor waiting for the disk.
func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}
