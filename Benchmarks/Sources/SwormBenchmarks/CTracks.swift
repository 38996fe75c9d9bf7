import GRDBSQLite

/// The yardstick: SQLite's C interface with prepared statements, written with care and nothing around it.
final class CTracks {
    private let db: OpaquePointer

    struct Failure: Error {
        let message: String
    }

    init(path: String) throws {
        var db: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &db, flags, nil) == SQLITE_OK, let db else { throw Failure(message: path) }
        self.db = db
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit {
        sqlite3_close_v2(db)
    }

    func execute(_ sql: String) throws {
        try check(sqlite3_exec(db, sql, nil, nil, nil))
    }

    func insert(_ tracks: ArraySlice<Track>) throws {
        try write(tracks, "INSERT INTO track (id, album, title, artist, seconds, isLoved) VALUES (?, ?, ?, ?, ?, ?)")
    }

    func upsert(_ tracks: ArraySlice<Track>) throws {
        try write(
            tracks,
            """
            INSERT INTO track (id, album, title, artist, seconds, isLoved) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET album = excluded.album, title = excluded.title, artist = excluded.artist,
            seconds = excluded.seconds, isLoved = excluded.isLoved
            """)
    }

    func update(_ tracks: ArraySlice<Track>) throws {
        try write(
            tracks,
            "UPDATE track SET id = ?1, album = ?2, title = ?3, artist = ?4, seconds = ?5, isLoved = ?6 WHERE id = ?1")
    }

    func delete(_ tracks: ArraySlice<Track>) throws {
        let statement = try prepare("DELETE FROM track WHERE id = ?")
        defer { sqlite3_finalize(statement) }
        try execute("BEGIN IMMEDIATE")
        for track in tracks {
            sqlite3_bind_int64(statement, 1, track.id)
            try step(statement)
        }
        try execute("COMMIT")
    }

    /// Every insert a transaction of its own.
    func insertSingly(_ tracks: ArraySlice<Track>) throws {
        let statement = try prepare(
            "INSERT INTO track (id, album, title, artist, seconds, isLoved) VALUES (?, ?, ?, ?, ?, ?)")
        defer { sqlite3_finalize(statement) }
        for track in tracks {
            try write(track, statement)
        }
    }

    func all() throws -> [Track] {
        let statement = try prepare("SELECT * FROM track")
        defer { sqlite3_finalize(statement) }
        return try read(statement)
    }

    func albums(_ albums: [Int64]) throws -> Int {
        let statement = try prepare("SELECT * FROM track WHERE album = ?")
        defer { sqlite3_finalize(statement) }
        try execute("BEGIN")
        var count = 0
        for album in albums {
            sqlite3_bind_int64(statement, 1, album)
            count += try read(statement).count
            sqlite3_reset(statement)
        }
        try execute("COMMIT")
        return count
    }

    func find(_ ids: [Int64]) throws -> Int {
        let statement = try prepare("SELECT * FROM track WHERE id = ?")
        defer { sqlite3_finalize(statement) }
        try execute("BEGIN")
        var count = 0
        for id in ids {
            sqlite3_bind_int64(statement, 1, id)
            if sqlite3_step(statement) == SQLITE_ROW, track(statement).id == id { count += 1 }
            sqlite3_reset(statement)
        }
        try execute("COMMIT")
        return count
    }

    private func write(_ tracks: ArraySlice<Track>, _ sql: String) throws {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        try execute("BEGIN IMMEDIATE")
        for track in tracks { try write(track, statement) }
        try execute("COMMIT")
    }

    private func write(_ track: Track, _ statement: OpaquePointer) throws {
        var track = track
        sqlite3_bind_int64(statement, 1, track.id)
        sqlite3_bind_int64(statement, 2, track.album)
        sqlite3_bind_double(statement, 5, track.seconds)
        sqlite3_bind_int64(statement, 6, track.isLoved ? 1 : 0)
        try track.title.withUTF8 { title in
            _ = title.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(statement, 3, $0.baseAddress, Int32($0.count), nil)
            }
            try track.artist.withUTF8 { artist in
                _ = artist.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(statement, 4, $0.baseAddress, Int32($0.count), nil)
                }
                try step(statement)
            }
        }
    }

    private func read(_ statement: OpaquePointer) throws -> [Track] {
        var tracks: [Track] = []
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            tracks.append(track(statement))
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw failure() }
        return tracks
    }

    @inline(__always)
    private func track(_ statement: OpaquePointer) -> Track {
        Track(
            id: sqlite3_column_int64(statement, 0), album: sqlite3_column_int64(statement, 1),
            title: text(statement, 2), artist: text(statement, 3), seconds: sqlite3_column_double(statement, 4),
            isLoved: sqlite3_column_int64(statement, 5) != 0)
    }

    @inline(__always)
    private func text(_ statement: OpaquePointer, _ index: Int32) -> String {
        let start = sqlite3_column_text(statement, index)
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(db, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw failure() }
        return statement
    }

    private func step(_ statement: OpaquePointer) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else { throw failure() }
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure() }
    }

    private func failure() -> Failure {
        Failure(message: String(cString: sqlite3_errmsg(db)))
    }
}
