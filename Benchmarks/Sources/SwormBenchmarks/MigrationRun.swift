import Foundation
import Load
import Sworm

/// A migration with a mapping of two passes, as a program run of its own, so that its peak memory is its own.
///
/// In version 2 each track refers to what became of the track before it.
struct MigrationRun {
    let rows: Int
    /// Of processor time, both passes and the checks at the end included.
    let rowsPerSecond: Double
    /// Mebibytes that migrating added to the most that the process held before.
    let added: Double

    /// Runs this program again for so many rows.
    init(rows: Int) throws {
        let program = Process()
        program.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        program.arguments = ["migrate", "\(rows)"]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = waiting(for: "the migration") {
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            program.waitUntilExit()
            return text
        }
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard program.terminationStatus == 0, numbers.count == 2 else { throw Failure(output: text) }
        self.rows = rows
        rowsPerSecond = Double(rows) / numbers[0]
        added = numbers[1]
    }

    struct Failure: Error {
        let output: String
    }

    /// What the second program does: prints seconds of processor time and mebibytes.
    static func migrate(rows: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sworm-migration-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let db = try Database(path: folder.appendingPathComponent("tracks.sqlite").path)
        let first = SchemaVersion(1, tables: [Track.definition])
        try db.migrate(to: Schema([first]))
        try db.write { db in try db.insert(contentsOf: (1...rows).lazy.map(Track.sample)) }

        let second = SchemaVersion(
            2, tables: [LinkedTrack.definition],
            mappings: [
                Mapping(
                    from: Track.self,
                    rows: { track, migration in
                        try migration.insert(LinkedTrack(id: track.id, title: track.title, artist: track.artist))
                    },
                    relate: { track, migration in
                        guard let id = try migration.destination(of: track.id, in: "track") else { return }
                        let previous = try migration.destination(of: track.id - 1, in: "track")
                        let linked = LinkedTrack(id: id, title: track.title, artist: track.artist, previous: previous)
                        try migration.db.update(linked, LinkedTrack.id, id)
                    })
            ])
        let before = try peakMebibytes()
        let start = processorMilliseconds()
        try db.migrate(to: Schema([first, second]))
        let seconds = (processorMilliseconds() - start) / 1_000
        let after = try peakMebibytes()
        guard try db.count(LinkedTrack.table.all) == rows else { throw Failure(output: "rows are missing") }
        print(seconds, after - before)
    }

    /// The table of both sizes; false if a limit is passed: a hundred thousand rows a second, and memory that does not
    /// grow with the rows by more than SQLite's page caches do.
    static func report(_ size: Size) throws -> Bool {
        let runs = try [100_000, 1_000_000].map { try MigrationRun(rows: size.count($0)) }
        print("\nA migration with a mapping of two passes, in a program of its own.\n")
        print("| rows | rows a second of processor time | memory added, MiB | promised | kept |")
        print("|---:|---:|---:|---|---|")
        for run in runs {
            print(
                "| \(run.rows) | \(Int(run.rowsPerSecond)) | \(String(format: "%.1f", run.added)) "
                    + "| ≥ 100000 rows a second, ≤ 16 MiB | \(run.isWithinLimits ? "yes" : "NO") |")
        }
        return runs.allSatisfy(\.isWithinLimits)
    }

    private var isWithinLimits: Bool { rowsPerSecond >= 100_000 && added <= 16 }

    /// Of this program alone: what `getrusage` tells outlives `exec`.
    private static func peakMebibytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        else { throw Failure(output: status) }
        return kibibytes / 1_024
    }
}
