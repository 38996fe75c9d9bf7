import Fixtures
import Foundation
import Sworm
import Testing

private struct Everything: Model, Equatable {
    struct Nested: Codable, Equatable, Value {
        var name: String
        var numbers: [Int]
    }

    enum Level: Int8, Codable, Value, CaseIterable { case low = -1, middle, high }

    var id: Int64
    var int: Int
    var small: Int8
    var word: UInt32
    var big: UInt64
    var double: Double
    var flag: Bool
    var text: String
    var bytes: [UInt8]
    var data: Data
    var date: Date
    var uuid: UUID
    var decimal: Decimal
    var color: Color
    var level: Level
    var nested: Nested
    var maybeText: String?
    var maybeDecimal: Decimal?
    var maybeData: Data?
    var maybeLevel: Level?

    static let table = Tablex("everything")
    static let id = Expression<Int64>("id")
    static let int = Expression<Int>("int")
    static let small = Expression<Int8>("small")
    static let word = Expression<UInt32>("word")
    static let big = Expression<UInt64>("big")
    static let double = Expression<Double>("double")
    static let flag = Expression<Bool>("flag")
    static let text = Expression<String>("text")
    static let bytes = Expression<[UInt8]>("bytes")
    static let data = Expression<Data>("data")
    static let date = Expression<Date>("date")
    static let uuid = Expression<UUID>("uuid")
    static let decimal = Expression<Decimal>("decimal")
    static let color = Expression<Color>("color")
    static let level = Expression<Level>("level")
    static let nested = Expression<Nested>("nested")
    static let maybeText = Expression<String?>("maybeText")
    static let maybeDecimal = Expression<Decimal?>("maybeDecimal")
    static let maybeData = Expression<Data?>("maybeData")
    static let maybeLevel = Expression<Level?>("maybeLevel")

    static let definition = table.definition { t in
        t.column(id, primaryKey: true)
        t.column(int)
        t.column(small)
        t.column(word)
        t.column(big)
        t.column(double)
        t.column(flag)
        t.column(text)
        t.column(bytes)
        t.column(data)
        t.column(date)
        t.column(uuid)
        t.column(decimal)
        t.column(color)
        t.column(level)
        t.column(nested)
        t.column(maybeText)
        t.column(maybeDecimal)
        t.column(maybeData)
        t.column(maybeLevel)
    }

    static func parse(_ row: Row) throws -> Everything {
        Everything(
            id: try row.get(id), int: try row.get(int), small: try row.get(small), word: try row.get(word),
            big: try row.get(big), double: try row.get(double), flag: try row.get(flag), text: try row.get(text),
            bytes: try row.get(bytes), data: try row.get(data), date: try row.get(date), uuid: try row.get(uuid),
            decimal: try row.get(decimal), color: try row.get(color), level: try row.get(level),
            nested: try row.get(nested), maybeText: try row.get(maybeText), maybeDecimal: try row.get(maybeDecimal),
            maybeData: try row.get(maybeData), maybeLevel: try row.get(maybeLevel))
    }

    func setter() -> [Setter] {
        let always: [Setter] = [
            Self.id <- id, Self.int <- int, Self.small <- small, Self.word <- word, Self.big <- big,
            Self.double <- double, Self.flag <- flag, Self.text <- text, Self.bytes <- bytes, Self.data <- data,
        ]
        return always + [
            Self.date <- date, Self.uuid <- uuid, Self.decimal <- decimal, Self.color <- color, Self.level <- level,
            Self.nested <- nested, Self.maybeText <- maybeText, Self.maybeDecimal <- maybeDecimal,
            Self.maybeData <- maybeData, Self.maybeLevel <- maybeLevel,
        ]
    }
}

extension SeededRandom {
    fileprivate mutating func text() -> String {
        let letters: [Character] = ["a", "Z", "0", "'", "\"", ";", "-", "%", "_", "\0", "\n", "é", "漢", "👩‍👩‍👧", "\\", " "]
        return String(
            (0..<Int.random(in: 0...40, using: &self)).map { _ in letters.randomElement(using: &self) ?? "x" })
    }

    fileprivate mutating func bytes() -> [UInt8] {
        (0..<Int.random(in: 0...300, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Up to 38 digits, with a point anywhere.
    fileprivate mutating func decimal() -> Decimal {
        let count = Int.random(in: 1...38, using: &self)
        var digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &self)) }
        digits.insert(".", at: Int.random(in: 0...count, using: &self))
        let sign = Bool.random(using: &self) ? "-" : ""
        return Decimal(string: sign + "0" + digits.joined() + "0") ?? 0
    }

    fileprivate mutating func everything(_ id: Int64) -> Everything {
        let doubles = [0.1, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300]
        return Everything(
            id: id, int: Int(bitPattern: UInt(next())), small: Int8(truncatingIfNeeded: next()),
            word: UInt32(truncatingIfNeeded: next()), big: next(),
            double: doubles.randomElement(using: &self) ?? 0, flag: Bool.random(using: &self), text: text(),
            bytes: bytes(), data: Data(bytes()),
            date: Date(timeIntervalSinceReferenceDate: Double.random(in: -1e10...1e10, using: &self)),
            uuid: UUID(uuidString: Self.uuidText(next(), next())) ?? UUID(), decimal: decimal(),
            color: Color(
                red: UInt8.random(in: 0...255, using: &self), green: UInt8.random(in: 0...255, using: &self),
                blue: UInt8.random(in: 0...255, using: &self), alpha: UInt8.random(in: 0...255, using: &self)),
            level: Everything.Level.allCases.randomElement(using: &self) ?? .low,
            nested: Everything.Nested(name: text(), numbers: bytes().map(Int.init)),
            maybeText: Bool.random(using: &self) ? text() : nil,
            maybeDecimal: Bool.random(using: &self) ? decimal() : nil,
            maybeData: Bool.random(using: &self) ? Data(bytes()) : nil,
            maybeLevel: Bool.random(using: &self) ? .high : nil)
    }

    private static func uuidText(_ high: UInt64, _ low: UInt64) -> String {
        var digits = Array(String(high | 1 << 63, radix: 16) + String(low | 1 << 63, radix: 16))
        for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
        return String(digits)
    }
}

@Suite struct RoundTripTests {
    @Test("Random models come back as they were, through every column type", arguments: [1, 2, 3] as [UInt64])
    func models(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let db = try Database()
        try db.run(Everything.definition.create())
        let models = (1...200).map { random.everything($0) }
        try db.write { try $0.insert(contentsOf: models) }
        let all: [Everything] = try db.query(Everything.self) { $0.order(Everything.id) }
        #expect(all == models)
        // Kept rows, one at a time, and through update and upsert.
        let rows: [Row] = try db.query(Everything.self) { $0.order(Everything.id) }
        let kept = try rows.map(Everything.parse)
        #expect(kept == models)
        for model in models.prefix(50) {
            var other = random.everything(model.id)
            try db.update(other, where: Everything.id == model.id)
            #expect(try db.find(Everything.self, Everything.id, model.id) == other)
            other = random.everything(model.id)
            try db.write { try $0.upsert(other, Everything.id) }
            #expect(
                try db.query(Everything.self) { $0.where(Everything.text == other.text && Everything.id == other.id) }
                    == [other])
        }
    }

    @Test("001.1 Random decimals sort as numbers, byte by byte, and add up exactly", arguments: [4, 5] as [UInt64])
    func decimals(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let db = try Database()
        let amount = Column<Decimal>("amount")
        let table = Tablex("amounts")
        try db.run(table.create { $0.column(amount) })
        let values = (0..<500).map { _ in random.decimal() }
        try db.write { db in
            for value in values { try db.run(table.insert(amount <- value)) }
        }
        // Sorted by SQLite as text, without a function of Sworm's.
        let sorted = try db.read { db in
            try db.rows(sql: "SELECT amount FROM amounts ORDER BY amount").map { try $0.get(amount) }
        }
        #expect(sorted == values.sorted())
        for _ in 0..<50 {
            let limit = random.decimal()
            #expect(try db.count(table.filter(amount < limit)) == values.filter { $0 < limit }.count)
        }
        let cents = (1...1_000).map { _ in Decimal(Int.random(in: -99_999...99_999, using: &random)) / 100 }
        try db.run(table.delete())
        try db.write { db in
            for value in cents { try db.run(table.insert(amount <- value)) }
        }
        #expect(try db.first(table.select(amount.sum)) == cents.reduce(0, +))
    }

    @Test("001.1 What a decimal can't hold is an error, never rounded and never NULL")
    func decimalLimits() throws {
        let db = try Database()
        let amount = Column<Decimal>("amount")
        let maybe = Column<Decimal?>("maybe")
        let table = Tablex("amounts")
        try db.run(
            table.create { t in
                t.column(amount)
                t.column(maybe)
            })
        #expect(throws: SwormError.self) { try db.run(table.insert(amount <- 1, maybe <- Decimal.nan)) }
        #expect(throws: SwormError.self) { try db.run(table.insert(amount <- Decimal.nan)) }
        #expect(try db.count(table.all) == 0)
        let huge = try #require(Decimal(string: "99999999999999999999999999999999999999"))
        let tiny = try #require(Decimal(string: "0.0000000001"))
        try db.run(table.insert(amount <- huge))
        try db.run(table.insert(amount <- tiny))
        let error = #expect(throws: SwormError.self) { try db.first(table.select(amount.sum)) }
        #expect(error?.description.contains("more than 38 digits") == true)
        #expect(throws: SwormError.self) {
            try db.write { try $0.run(Tablex("amounts").update(maybe <- Decimal?.some(.nan))) }
        }
    }

    @Test(
        "JSON that can't be decoded says where, and nothing that a person may have entered",
        arguments: [
            ("{", "text, which isn't a valid Owner."), ("[]", "text, which isn't a valid Owner."),
            (#"{"pets": []}"#, "JSON with a fault at name, which isn't a valid Owner."),
            (#"{"name": "Ann", "pets": ["Rex"]}"#, "JSON with a fault at pets.…, which isn't a valid Owner."),
            (
                #"{"name": "Ann", "pets": [{"age": "old"}]}"#,
                "JSON with a fault at pets.….age, which isn't a valid Owner."
            ),
            (
                #"{"name": "Ann", "pets": [], "notes": {"Rex": null}}"#,
                "JSON with a fault at notes.…, which isn't a valid Owner."
            ),
        ])
    func undecodable(_ json: String, _ reason: String) throws {
        struct Owner: Codable, Value {
            struct Pet: Codable { var age: Int }
            var name: String
            var pets: [Pet]
            var notes: [String: Int]?
        }
        let error = #expect(throws: SwormError.self) {
            try Database().read { try $0.value(sql: "SELECT ? AS owner", arguments: [json], as: Owner.self) }
        }
        #expect(error?.description == "Column owner holds \(reason)")
    }

    @Test("A default that is infinite keeps its sign")
    func infiniteDefault() throws {
        let db = try Database()
        let (most, least) = (Column<Double>("most"), Column<Double>("least"))
        let table = Tablex("bounds")
        try db.run(
            table.create { t in
                t.column(most, default: .infinity)
                t.column(least, default: -.infinity)
            })
        try db.run(table.insert([]))
        let bounds = try #require(try db.first(table.select(most, least)))
        #expect(bounds == (.infinity, -.infinity))
    }

    @Test("A NaN is refused, not stored as NULL")
    func nan() throws {
        let db = try Database()
        let value = Column<Double?>("value")
        let table = Tablex("numbers")
        try db.run(table.create { $0.column(value) })
        let error = #expect(throws: SwormError.self) { try db.run(table.insert(value <- .nan)) }
        #expect(error?.description.contains("isn't a number") == true)
        #expect(try db.count(table.all) == 0)
    }
}
