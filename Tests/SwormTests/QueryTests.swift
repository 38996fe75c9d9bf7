import Foundation
import Sworm
import Testing

@Suite struct QueryTests {
    private let tracks = Tablex("tracks")
    private let albums = Tablex("albums")
    private let id = Column<Int64>("id")
    private let album = Column<Int64?>("album")
    private let title = Column<String>("title")
    private let note = Column<String?>("note")
    private let seconds = Column<Double>("seconds")
    private let price = Column<Decimal>("price")

    private func database() throws -> Database {
        let db = try Database()
        try db.run(
            albums.create { t in
                t.column(id, primaryKey: true)
                t.column(title)
            })
        try db.run(
            tracks.create { t in
                t.column(id, primaryKey: true)
                t.column(album, references: Reference(albums, id, onDelete: .cascade))
                t.column(title)
                t.column(note)
                t.column(seconds)
                t.column(price)
            })
        try db.write { db in
            for (number, name) in ["One", "Two", "Empty"].enumerated() {
                try db.run(albums.insert(id <- Int64(number + 1), title <- name))
            }
            for number in 1...10 {
                try db.run(
                    tracks.insert(
                        id <- Int64(number), album <- (number == 10 ? nil : Int64(number % 2 + 1)),
                        title <- "t\(number)", note <- (number.isMultiple(of: 5) ? "50% off" : nil),
                        seconds <- Double(number), price <- Decimal(number) / 10))
            }
        }
        return db
    }

    @Test(
        "A query says in SQL what it says in Swift",
        arguments: [
            ("where", #"SELECT * FROM "tracks" WHERE ("id" > ?) AND ("title" LIKE ?)"#),
            ("or", #"SELECT * FROM "tracks" WHERE ("id" = ?) OR (NOT ("id" <= ?))"#),
            ("null", #"SELECT * FROM "tracks" WHERE ("note" IS NULL) AND ("note" IS NOT NULL)"#),
            ("in", #"SELECT * FROM "tracks" WHERE "id" IN (?, ?)"#),
            ("subquery", #"SELECT * FROM "tracks" WHERE "id" IN (SELECT "id" FROM "albums" WHERE "title" = ?)"#),
            ("between", #"SELECT * FROM "tracks" WHERE "seconds" BETWEEN ? AND ?"#),
            ("page", #"SELECT * FROM "tracks" ORDER BY "title" DESC, "id" ASC LIMIT ? OFFSET ?"#),
            ("arithmetic", #"SELECT ("seconds" * ?) + "seconds" FROM "tracks""#),
            ("decimal", #"SELECT sworm_add("price", ?) FROM "tracks""#),
            (
                "join",
                """
                SELECT "tracks"."title", "albums"."title" FROM "tracks" JOIN "albums" \
                ON "albums"."id" = "album" WHERE "seconds" < ?
                """
            ),
            (
                "group",
                """
                SELECT "album", count(*), sum("seconds"), sworm_sum("price") FROM "tracks" GROUP BY "album" \
                HAVING count(*) > ?
                """
            ),
            ("distinct", #"SELECT DISTINCT "album" AS "a" FROM "tracks" ORDER BY "album""#),
            ("exists", #"SELECT * FROM "tracks" WHERE EXISTS (SELECT * FROM "albums")"#),
            ("update", #"UPDATE "tracks" SET "title" = ?, "seconds" = "seconds" + ? WHERE "id" = ?"#),
            (
                "delete",
                """
                DELETE FROM "tracks" WHERE "rowid" IN (SELECT "tracks"."rowid" FROM "tracks" WHERE "id" > ? \
                ORDER BY "id" LIMIT ?)
                """
            ),
        ])
    func sql(_ name: String, _ expected: String) throws {
        let sql: [String: String] = [
            "where": tracks.filter(id > 3 && title.like("t%")).sql,
            "or": tracks.filter(id == 3 || !(id <= 5)).sql,
            "null": tracks.filter(note == nil && note != nil).sql,
            "in": tracks.filter(id.isIn([1, 2])).sql,
            "subquery": tracks.filter(id.isIn(albums.filter(title == "One").select(id))).sql,
            "between": tracks.filter(seconds.isIn(1...2)).sql,
            "page": tracks.all.order(title.descending, id.ascending).limit(5, offset: 10).sql,
            "arithmetic": tracks.select(seconds * 2 + seconds).sql,
            "decimal": tracks.select(price + 1).sql,
            "join": tracks.all.join(albums, on: albums[id] == album).where(seconds < 3)
                .select(tracks[title], albums[title]).sql,
            "group": tracks.all.group(album).having(countAll > 1)
                .select(album, countAll, seconds.sum, price.sum).sql,
            "distinct": tracks.select(album.alias("a")).distinct().order(album.alias("a")).sql,
            "exists": tracks.filter(albums.all.exists).sql,
            "update": tracks.filter(id == 1).update(title <- "x", seconds <- seconds + 1).sql,
            "delete": tracks.filter(id > 1).order(id).limit(2).delete().sql,
        ]
        #expect(sql[name] == expected)
        // SQLite takes it as well.
        let db = try database()
        let written = try #require(sql[name])
        let arguments = [any Value](repeating: 1, count: written.filter { $0 == "?" }.count)
        try db.writeWithoutTransaction { db in
            _ = try db.rows(sql: "EXPLAIN " + written, arguments: arguments)
        }
    }

    @Test("Joins, groups and aggregates give typed rows")
    func rows() throws {
        let db = try database()
        let totals = try db.all(
            tracks.all.join(albums, on: albums[id] == tracks[album]).group(albums[title]).order(albums[title])
                .select(albums[title], countAll, price.sum))
        #expect(totals.map(\.0) == ["One", "Two"])
        #expect(totals.map(\.1) == [4, 5])
        #expect(totals.map(\.2) == [2, 2.5])
        let lonely = try db.all(
            albums.all.leftJoin(tracks, on: tracks[album] == albums[id]).where(tracks[id].isNull).select(albums[title]))
        #expect(lonely == ["Empty"])
        #expect(try db.count(tracks.all.limit(3)) == 3)
        let albumCounts = try #require(try db.first(tracks.select(countAll, album.count, album.countDistinct)))
        #expect(albumCounts == (10, 9, 2))
        let several = tracks.all.group(album).having(countAll > 1)
        #expect(try db.all(several.having(countAll < 5).select(album)) == [1], "both hold")
        #expect(try db.first(tracks.select(seconds.average)) == 5.5)
        #expect(try db.first(tracks.filter(id > 99).select(seconds.sum)) == .some(nil))
        #expect(try db.first(tracks.filter(id > 99)) == nil)
        #expect(try db.all(tracks.filter(note.like("50!%%", escape: "!")).select(id)) == [5, 10])
        #expect(try db.all(tracks.filter(title.contains("1")).select(id)) == [1, 10])
        let (least, greatest) = try #require(try db.first(tracks.select(note.min, note.max)))
        #expect(least as String? == least && greatest as String? == greatest)
        let longest = tracks.select(seconds.max.or(0)).scalar
        #expect(try db.all(tracks.filter(seconds == longest).select(id)) == [10])
        #expect(try db.count(tracks.filter(id.isIn([Int64]()))) == 0)
    }

    @Test("A name that an expression has in the rows stands with the columns alone")
    func aliases() throws {
        let db = try database()
        let (longer, total) = ((seconds + 1).alias("longer"), seconds.sum.alias("total"))
        #expect(
            tracks.select(longer).where(longer > 10).order(longer).sql == """
                SELECT "seconds" + ? AS "longer" FROM "tracks" WHERE ("seconds" + ?) > ? ORDER BY "seconds" + ?
                """)
        #expect(try db.all(tracks.select(longer).where(longer > 10)) == [11])
        #expect(try db.all(tracks.select(id).where((seconds > 9).alias("long"))) == [10])
        let groups = tracks.all.group(album).having(total > 20).order(total.descending).select(album, total)
        #expect(try db.all(groups).map(\.0) == [2])
        #expect(try db.first(tracks.select(longer.max)) == 11)
        #expect(try db.first(tracks.select(longer.alias("more")))?.isFinite == true)
        let change = tracks.filter(id == 1).update(seconds <- longer)
        #expect(try db.run(change.returning(id, longer)).map(\.1) == [3])
        #expect(try db.all(tracks.select(seconds).where(id == 1)) == [2])
    }

    @Test("A column that may be NULL is asked as one that may not")
    func optionalText() throws {
        let db = try database()
        func found(_ condition: Column<Bool>) throws -> [Int64] {
            try db.all(tracks.filter(condition).select(id).order(id))
        }
        #expect(try found(note.contains("% o")) == [5, 10])
        #expect(try found(note.uppercased == "50% OFF" && note.lowercased == "50% off") == [5, 10])
        #expect(try found(note.length == 7) == [5, 10])
        #expect(try db.all(tracks.select(note.length).where(id < 6).order(id)) == [nil, nil, nil, nil, 7])
        #expect(try found(note.isSame(as: "50% off")) == [5, 10])
        #expect(try found(!note.isSame(as: nil)) == [5, 10])
        #expect(try found(!note.isSame(as: "50% off")).count == 8)
        #expect(try found(album.isIn(2...3)) == [1, 3, 5, 7, 9])
        #expect(try found(album.isIn(0..<2)) == [2, 4, 6, 8])
    }

    @Test("A range without its end is compared with its bounds, however many values it has")
    func ranges() throws {
        let db = try database()
        #expect(tracks.filter(id.isIn(3..<5)).sql == #"SELECT * FROM "tracks" WHERE ("id" >= ?) AND ("id" < ?)"#)
        #expect(try db.all(tracks.filter(id.isIn(9..<5_000_000)).select(id).order(id)) == [9, 10])
        #expect(try db.count(tracks.filter(id.isIn(3..<3))) == 0)
        #expect(try db.all(tracks.filter(seconds.isIn(1..<2.5)).select(seconds).order(id)) == [1, 2])
    }

    @Test("A number may stand before a column, and a sign")
    func leftNumbers() throws {
        let db = try database()
        let first = tracks.filter(id == 3)
        let numbers = try #require(try db.first(first.select(10 - id, 2 * seconds + 1, -id, 0.5 + -seconds)))
        #expect(numbers == (7, 7, -3, -2.5))
        let prices = try #require(try db.first(first.select(10 - price, -price, 2 * price, 1 + price)))
        #expect(prices == (Decimal(97) / 10, Decimal(-3) / 10, Decimal(6) / 10, Decimal(13) / 10))
    }

    @Test("A bare column that several tables of a join have is refused, rather than read from the first of them")
    func ambiguous() throws {
        let db = try database()
        let joined = tracks.all.join(albums, on: album == albums[id])
        #expect(try db.all(joined.where(albums[id] == 2).select(note, seconds, albums[title])).count == 5)
        for query in [
            tracks.all.join(albums, on: album == id), joined.where(id == 2), joined.group(id),
            joined.join(albums.alias("others"), on: albums[title] == title),
        ] {
            let error = #expect(throws: SwormError.self) { try db.all(query) }
            #expect(error?.description.contains("ambiguous column name: ") == true)
        }
        #expect(throws: SwormError.self) { try db.all(joined.select(id)) }
        #expect(throws: SwormError.self) { try db.all(joined.select(note).order(title)) }
        #expect(throws: SwormError.self) { try db.run(joined.where(id == 2).delete()) }
        // All columns are those of the first table, as before.
        #expect(try db.first(joined)?.columns == ["id", "album", "title", "note", "seconds", "price"])
    }

    @Test("An update or delete of a limited query touches only its rows")
    func limitedChange() throws {
        let db = try database()
        #expect(try db.run(tracks.all.order(id.descending).limit(2).update(title <- "last")) == 2)
        #expect(try db.all(tracks.filter(title == "last").select(id).order(id)) == [9, 10])
        #expect(try db.run(tracks.filter(title == "last").limit(1).delete()) == 1)
        #expect(try db.count(tracks.all) == 9)
        #expect(try db.run(albums.filter(id == 1).delete()) == 1)
        #expect(try db.count(tracks.filter(album == 1)) == 0)
    }

    @Test("A limit below 0 gives, changes and deletes no row")
    func negativeLimit() throws {
        let db = try database()
        #expect(try db.all(tracks.all.limit(-5)).isEmpty)
        #expect(try db.run(tracks.all.limit(-5).delete()) == 0)
        #expect(try db.all(tracks.all.order(id).limit(2, offset: -5).select(id)) == [1, 2])
    }

    @Test("What doesn't say which rows it is about changes and deletes none", arguments: [0, 1, 2, 3])
    func unclearRows(number: Int) throws {
        let db = try database()
        let query = [
            tracks.all.having(countAll > 1), tracks.all.group(album).having(countAll > 4), tracks.all.group(album),
            tracks.all.distinct(),
        ][number]
        for command in [query.delete(), query.update(title <- "x")] {
            let error = #expect(throws: SwormError.self) { try db.run(command) }
            #expect(error?.description.contains("which rows") == true)
            #expect(throws: SwormError.self) { try db.run(command.returning(id)) }
        }
        #expect(try db.count(tracks.filter(title != "x")) == 10)
    }

    @Test("A nil in a list finds NULL, and its opposite does not")
    func isInWithNil() throws {
        let db = try database()
        #expect(try db.all(tracks.filter(album.isIn([nil, 1])).select(id).order(id)) == [2, 4, 6, 8, 10])
        #expect(try db.all(tracks.filter(!album.isIn([nil, 1])).select(id).order(id)) == [1, 3, 5, 7, 9])
        #expect(try db.all(tracks.filter(album.isIn([nil])).select(id)) == [10])
        #expect(try db.count(tracks.filter(!album.isIn([nil]))) == 9)
        #expect(try db.count(tracks.filter(!album.isIn([1]))) == 5)
        #expect(try db.count(tracks.filter(album.isIn([Int64?]()))) == 0)
    }

    @Test("A column that may be NULL compares with one that may not, and its NULLs are never found")
    func optionalComparison() throws {
        let db = try database()
        func found(_ condition: Column<Bool>) throws -> [Int64] {
            try db.all(tracks.filter(condition).select(id).order(id))
        }
        #expect(try found(album != id) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try found(id != album) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try found(album < id) == [2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try found(id < album) == [1])
        #expect(try found(album <= id) == [2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try found(id <= album) == [1])
        #expect(try found(album > id) == [1])
        #expect(try found(id > album) == [2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try found(album >= id) == [1])
        #expect(try found(id >= album) == [2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test("A statement runs inside its own rows, and a change of the schema is seen by statements already compiled")
    func reuse() throws {
        let db = try database()
        let query = tracks.filter(id <= 2).select(title)
        try db.read { db in
            var pairs: [String] = []
            try db.each(query) { outer in try db.each(query) { pairs.append(outer + $0) } }
            #expect(pairs == ["t1t1", "t1t2", "t2t1", "t2t2"])
        }
        #expect(try db.all(albums.all).first?.columns == ["id", "title"])
        try db.write { try $0.execute(sql: "ALTER TABLE albums RENAME COLUMN title TO name") }
        #expect(try db.all(albums.all).first?.columns == ["id", "name"])
        #expect(try db.all(albums.all).first?.get(Column<String>("name")) == "One")
    }
}
