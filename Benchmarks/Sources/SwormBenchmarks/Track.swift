import Sworm

/// The row that everything is measured on: six columns.
struct Track: Codable, Sendable, Equatable {
    var id: Int64
    var album: Int64
    var title: String
    var artist: String
    var seconds: Double
    var isLoved: Bool

    static func sample(_ number: Int) -> Track {
        Track(
            id: Int64(number), album: Int64(number % 1_000), title: "Track number \(number)",
            artist: "An artist whose name has forty letters \(number % 97)", seconds: Double(number % 600) + 0.5,
            isLoved: number.isMultiple(of: 3))
    }
}

extension Track: Model {
    static var table: Tablex { Tablex("track") }
    static let id = Expression<Int64>("id")
    static let album = Expression<Int64>("album")
    static let title = Expression<String>("title")
    static let artist = Expression<String>("artist")
    static let seconds = Expression<Double>("seconds")
    static let isLoved = Expression<Bool>("isLoved")

    static let definition = table.definition { t in
        t.column(id, primaryKey: true)
        t.column(album)
        t.column(title)
        t.column(artist)
        t.column(seconds)
        t.column(isLoved)
        t.index(album)
    }

    static func parse(_ row: Row) throws -> Track {
        Track(
            id: try row.get(id), album: try row.get(album), title: try row.get(title), artist: try row.get(artist),
            seconds: try row.get(seconds), isLoved: try row.get(isLoved))
    }

    func setter() -> [Setter] {
        [
            Track.id <- id, Track.album <- album, Track.title <- title, Track.artist <- artist,
            Track.seconds <- seconds, Track.isLoved <- isLoved,
        ]
    }
}

/// The next version of ``Track``, which refers to another of its rows.
struct LinkedTrack: Sendable {
    var id: Int64
    var title: String
    var artist: String
    var previous: Int64?
}

extension LinkedTrack: Model {
    static var table: Tablex { Tablex("linked_track") }
    static let id = Expression<Int64>("id")
    static let title = Expression<String>("title")
    static let artist = Expression<String>("artist")
    static let previous = Expression<Int64?>("previous")

    static let definition = table.definition { t in
        t.column(id, primaryKey: true)
        t.column(title)
        t.column(artist)
        t.column(previous)
        t.foreignKey(previous, references: Reference(table, id))
    }

    static func parse(_ row: Row) throws -> LinkedTrack {
        LinkedTrack(
            id: try row.get(id), title: try row.get(title), artist: try row.get(artist),
            previous: try row.get(previous))
    }

    func setter() -> [Setter] {
        [
            LinkedTrack.id <- id, LinkedTrack.title <- title, LinkedTrack.artist <- artist,
            LinkedTrack.previous <- previous,
        ]
    }
}
