import Foundation
import GRDB
import Load
import Sworm

/// Compares Sworm with SQLite's C interface and with GRDB's Codable records, and fails if a limit is passed.
///
///     SwormBenchmarks [small | ROUNDS [NAME]]
@main struct SwormBenchmarks {
    static func main() throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "migrate",
            let rows = Int(CommandLine.arguments[2])
        {
            return try MigrationRun.migrate(rows: rows)
        }
        let size = try Size(arguments: CommandLine.arguments)
        let rounds = size.rounds(9)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sworm-benchmarks-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let chosen = CommandLine.arguments.dropFirst(2).first ?? ""
        let all = try workloads(size, path: folder.appendingPathComponent("tracks.sqlite").path)
        let results = try all.filter { chosen.isEmpty || $0.name.contains(chosen) }.map { workload in
            let result = try workload.measure(rounds: rounds)
            FileHandle.standardError.write(Data((result.line + "\n").utf8))
            return result
        }
        print("Processor time as a multiple of the C interface. \(size.heading(rounds: rounds))\n")
        print("| workload | C, ms | Sworm | GRDB Codable | GRDB ÷ Sworm | promised | kept |")
        print("|---|---:|---:|---:|---:|---|---|")
        for result in results { print(result.line) }
        let migratesWithinLimits = chosen.isEmpty ? try MigrationRun.report(size) : true
        if size != .small, !results.allSatisfy(\.isWithinLimits) || !migratesWithinLimits { exit(1) }
    }

    private static func workloads(_ size: Size, path: String) throws -> [Workload] {
        let sworm = try Sworm.Database(path: path)
        try sworm.run(Track.definition.create())
        let c = try CTracks(path: path)
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        let grdb = try DatabasePool(path: path, configuration: configuration)
        try grdb.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }

        let many = size.count(100_000)
        let some = many / 10
        let tracks = (1...many).map(Track.sample)
        let records = tracks.map(GRDBTrack.init)
        let few = tracks.prefix(some)
        let fewRecords = records.prefix(some)
        let changed = few.map { track in
            var track = track
            track.title += ", changed"
            return track
        }[...]
        let changedRecords = changed.map(GRDBTrack.init)
        let albums = (0..<Int64(some)).map { $0 % 1_000 }
        let ids = (1...Int64(some)).map { $0 * 7 % Int64(many) + 1 }

        func empty() throws {
            try sworm.run(Track.table.delete())
            try sworm.writeWithoutTransaction { _ = try $0.rows(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        func full() throws {
            guard try sworm.count(Track.table.all) != many else { return }
            try empty()
            try c.insert(tracks[...])
        }
        func fewThere() throws {
            try empty()
            try c.insert(few)
        }

        return [
            Workload(
                name: "fetch 100,000 rows into structs", limit: 1.15, gain: 3, prepare: full,
                c: { try expect(try c.all().count == many) },
                sworm: { try expect(try sworm.query(Track.self).count == many) },
                grdb: { try expect(try grdb.read { try GRDBTrack.fetchAll($0) }.count == many) }),
            Workload(
                name: "100 rows by an indexed query, 10,000 times", limit: 1.25, gain: nil, prepare: full,
                c: { try expect(try c.albums(albums) == some * (many / 1_000)) },
                sworm: {
                    let count = try sworm.read { db in
                        try albums.reduce(0) { sum, album in
                            sum + (try db.query(Track.self) { $0.where(Track.album == album) }.count)
                        }
                    }
                    try expect(count == some * (many / 1_000))
                },
                grdb: {
                    let count = try grdb.read { db in
                        try albums.reduce(0) { sum, album in
                            sum + (try GRDBTrack.filter(GRDBTrack.album == album).fetchAll(db).count)
                        }
                    }
                    try expect(count == some * (many / 1_000))
                }),
            Workload(
                name: "find one by key, 10,000 times", limit: 1.5, gain: nil, prepare: full,
                c: { try expect(try c.find(ids) == some) },
                sworm: {
                    let count = try sworm.read { db in
                        try ids.reduce(0) { sum, id in sum + (try db.find(Track.self, Track.id, id) == nil ? 0 : 1) }
                    }
                    try expect(count == some)
                },
                grdb: {
                    let count = try grdb.read { db in
                        try ids.reduce(0) { sum, id in sum + (try GRDBTrack.fetchOne(db, key: id) == nil ? 0 : 1) }
                    }
                    try expect(count == some)
                }),
            Workload(
                name: "insert 100,000 in one transaction", limit: 1.2, gain: 3, prepare: empty,
                c: { try c.insert(tracks[...]) },
                sworm: { try sworm.write { db in try db.insert(contentsOf: tracks) } },
                grdb: { try grdb.write { db in for record in records { try record.insert(db) } } }),
            // 12 ms in all, so what a call costs weighs more than above: 1.1 to 1.24 by the host.
            Workload(
                name: "10,000 single inserts", limit: 1.3, gain: nil, prepare: empty,
                c: { try c.insert(few) },
                sworm: { try sworm.write { db in for track in few { try db.insert(track) } } },
                grdb: { try grdb.write { db in for record in fewRecords { try record.insert(db) } } }),
            Workload(
                name: "10,000 single inserts, a transaction each", limit: 1.2, gain: nil, prepare: empty,
                c: { try c.insertSingly(few) },
                sworm: { try sworm.writeWithoutTransaction { db in for track in few { try db.insert(track) } } },
                grdb: { try grdb.writeWithoutTransaction { db in for record in fewRecords { try record.insert(db) } } }),
            Workload(
                // It binds the most values, all columns and the key, where SQLite has the least to do.
                name: "10,000 single updates", limit: 1.3, gain: nil, prepare: fewThere,
                c: { try c.update(changed) },
                sworm: { try sworm.write { db in for track in changed { try db.update(track, Track.id, track.id) } } },
                grdb: { try grdb.write { db in for record in changedRecords { try record.update(db) } } }),
            Workload(
                name: "10,000 single upserts", limit: 1.2, gain: nil, prepare: fewThere,
                c: { try c.upsert(changed) },
                sworm: { try sworm.write { db in for track in changed { try db.upsert(track, Track.id) } } },
                grdb: { try grdb.write { db in for record in changedRecords { try record.upsert(db) } } }),
            Workload(
                name: "10,000 single deletes", limit: 1.2, gain: nil, prepare: fewThere,
                c: { try c.delete(few) },
                sworm: { try sworm.write { db in for track in few { try db.delete(Track.self, Track.id, track.id) } } },
                grdb: { try grdb.write { db in for record in fewRecords { try record.delete(db) } } }),
        ]
    }

    private struct WrongResult: Error {}

    private static func expect(_ condition: Bool) throws {
        guard condition else { throw WrongResult() }
    }
}
