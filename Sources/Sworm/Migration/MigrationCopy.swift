import Foundation

/// The copy that stays beside a file until its migration has proved itself.
struct MigrationCopy {
    private let original: String
    private let path: String

    init(of path: String) {
        original = path
        self.path = path + ".before-migration"
    }

    /// Writes the copy. It has its name only when it is whole. A copy that is there already is of an attempt that did
    /// not come through, so the file is still as it was. It is written again all the same.
    ///
    /// It reads through a connection of its own, since the one that migrates has its transaction open.
    func write() throws {
        let unfinished = path + ".unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        try Database.copy(original, to: unfinished)
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: unfinished, toPath: path)
    }

    /// Takes away the copy of a migration that came to nothing.
    func discard() {
        try? FileManager.default.removeItem(atPath: path)
    }

    var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + ".unfinished")
    }
}
