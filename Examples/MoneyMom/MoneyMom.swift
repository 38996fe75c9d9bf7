import Foundation
import MoneyMomModel
import Sworm

/// An expense app whose stored data has changed shape four times.
///
///     MoneyMom generate 1000 store.sqlite     makes a store of version 1
///     MoneyMom migrate store.sqlite           brings a store to version 5
///     MoneyMom check store.sqlite             says what migrating would do
@main enum MoneyMom {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let command = arguments.first, let path = arguments.last, arguments.count >= 2 else {
            print("usage: MoneyMom generate COUNT FILE | migrate FILE | check FILE")
            exit(2)
        }
        // Recordings lie beside the store.
        let folder = URL(filePath: path).deletingLastPathComponent()
        let schema = MoneyMomStore.schema { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }
        do {
            switch command {
            case "generate":
                guard arguments.count == 3, let count = arguments.dropFirst().first.flatMap({ Int($0) }), count >= 0
                else {
                    print("usage: MoneyMom generate COUNT FILE")
                    exit(2)
                }
                try MoneyMomStore.generate(count, at: path)
            case "migrate": show(try Database(path: path).migrate(to: schema, progress: show))
            case "check": show(try Database(path: path).dryRun(to: schema))
            default:
                print("unknown command \(command)")
                exit(2)
            }
        } catch {
            print(error)
            exit(1)
        }
    }

    private static func show(_ progress: MigrationProgress) {
        let line = "\(progress.from) → \(progress.to) \(progress.table): \(progress.rows) of \(progress.total)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
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
