import Foundation
import MoneyMomModel
import Sworm

/// An expense app whose stored data has changed shape four times.
///
///     MoneyMom generate 1000 store.sqlite     makes a store of version 1
///     MoneyMom migrate store.sqlite           brings a store to version 5
///     MoneyMom check store.sqlite             says what migrating would do; exit status 1 if it can't be done
@main enum MoneyMom {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let command = arguments.first, let path = arguments.last,
            arguments.count == (command == "generate" ? 3 : 2)
        else {
            print("usage: MoneyMom generate COUNT FILE | migrate FILE | check FILE")
            exit(2)
        }
        do {
            switch command {
            case "generate":
                guard let count = arguments.dropFirst().first.flatMap({ Int($0) }), count >= 0 else {
                    print("usage: MoneyMom generate COUNT FILE")
                    exit(2)
                }
                try MoneyMomStore.generate(count, at: path)
            case "migrate": try migrate(path)
            case "check":
                let report = try dryRun(path)
                show(report)
                if !report.isClean { exit(1) }
            default:
                print("unknown command \(command)")
                exit(2)
            }
        } catch {
            print(error)
            exit(1)
        }
    }

    /// A store that can't be migrated isn't opened, so every byte of it stays.
    private static func migrate(_ path: String) throws {
        for table in try dryRun(path).tables {
            guard let failure = table.failures.first else { continue }
            throw SwormError.migrationFailed(
                from: table.from, to: table.to, table: table.name, record: failure.record, reason: failure.reason)
        }
        let database = try Database(path: path)
        // Closing brings everything into the one file.
        defer { try? database.close() }
        let schema = MoneyMomStore.schema { MoneyMomStore.recording($0, besideStoreAt: path) != nil }
        show(try database.migrate(to: schema, progress: { show($0, on: .standardOutput) }))
    }

    private static func dryRun(_ path: String) throws -> MigrationReport {
        guard FileManager.default.fileExists(atPath: path) else {
            print("There is no store at \(path).")
            exit(1)
        }
        return try MoneyMomStore.dryRun(at: path) { show($0, on: .standardError, "Trying on a copy: ") }
    }

    private static func show(_ progress: MigrationProgress, on output: FileHandle, _ prefix: String = "") {
        let step = "\(progress.from) → \(progress.to) \(progress.table)"
        output.write(Data("\(prefix)\(step): \(progress.rows) of \(progress.total)\n".utf8))
    }

    private static func show(_ report: MigrationReport) {
        for table in report.tables {
            print(
                "\(table.from) → \(table.to) \(table.name): \(table.rowsIn) in, \(table.rowsOut) out, "
                    + "\(table.dropped) dropped, \(table.failures.count) failed")
            for failure in table.failures { print("  \(failure.record): \(failure.reason)") }
        }
    }
}
