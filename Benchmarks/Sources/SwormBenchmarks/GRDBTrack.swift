import GRDB

/// The same row as a Codable record of GRDB, the usual way to use it.
struct GRDBTrack: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "track"
    static let album = GRDB.Column("album")

    var id: Int64
    var album: Int64
    var title: String
    var artist: String
    var seconds: Double
    var isLoved: Bool

    init(_ track: Track) {
        id = track.id
        album = track.album
        title = track.title
        artist = track.artist
        seconds = track.seconds
        isLoved = track.isLoved
    }
}
