import Foundation
import Sworm

/// A copy of a book, brought up to date among the temporary files: the book itself may be of an older version, and is
/// to stay so. The copy goes with the last reference.
public final class Backup: Sendable {
    let path: String
    let copy: String
    private let folder: URL

    /// - Throws: `noBackup` if the file at `path` isn't a book, or `newerThanProgram`.
    public init(of path: String) throws(BookError) {
        self.path = path
        folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
        copy = folder.appending(path: "copy.sqlite").path
        do {
            try makeCopy(of: path)
        } catch {
            throw BookError(ofBackup: error, path: path)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func makeCopy(of path: String) throws {
        // The log of a link's file lies beside the file.
        let source = URL(filePath: path).resolvingSymlinksInPath().path
        guard let size = try? FileManager.default.attributesOfItem(atPath: source)[.size] as? UInt64 else {
            throw BookError.noBackup(path: path, reason: "there is no such file")
        }
        try Book.check(source)
        guard size > 0 else { throw BookError.noBackup(path: path, reason: "it is empty") }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Database.copy(source, to: copy)
        // An empty file may become a book, and is none yet.
        switch try Book.content(of: copy) {
        case .book: break
        case .nothing: throw BookError.noBackup(path: path, reason: "it is empty")
        case .foreign: throw BookError.notABook(path: path)
        }
        try Book(path: copy).close()
    }
}
