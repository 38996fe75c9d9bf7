import Foundation
import Sworm

extension Book {
    /// Copies the book at `path` as it is at one moment, also while others use it, to a file that only its owner may
    /// read. The copy is on the disk when this returns; if it throws, there is none, and `target` is as it was.
    ///
    /// - Parameter replacing: whether a file that is there is replaced; else that is an error.
    public static func copy(_ path: String, to target: String, replacing: Bool = false) throws(BookError) {
        do {
            try check(path)
            try checkTarget(target, of: path, replacing)
            let partial = target + ".\(UUID().uuidString.prefix(8)).part"
            defer { unlink(partial) }
            try Database.copy(URL(filePath: path).resolvingSymlinksInPath().path, to: partial)
            try store(partial)
            // A link is made only where there is nothing yet.
            let isPlaced = replacing ? rename(partial, target) == 0 : link(partial, target) == 0
            guard isPlaced else {
                if errno == EEXIST { throw BookError.isThere(path: target) }
                guard !replacing, access(target, F_OK) != 0, rename(partial, target) == 0 else {
                    throw BookError.cannotOpen(path: target, reason: String(cString: strerror(errno)))
                }
                return
            }
        } catch SwormError.cannotOpen(let copy, _) where copy.hasPrefix(target) {
            let folder = URL(filePath: target).deletingLastPathComponent().path
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
            let reason = isThere ? "its folder can't be written" : "there is no folder \(folder)"
            throw .cannotOpen(path: target, reason: reason)
        } catch {
            throw BookError(error, path: path)
        }
    }

    private static func checkTarget(_ target: String, of path: String, _ replacing: Bool) throws(BookError) {
        var (old, new) = (stat(), stat())
        guard stat(target, &new) == 0 else { return }
        if stat(path, &old) == 0, old.st_ino == new.st_ino, old.st_dev == new.st_dev {
            throw .cannotOpen(path: target, reason: "it is the book itself")
        }
        guard replacing else { throw .isThere(path: target) }
        guard new.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen(path: target, reason: "it isn't a file") }
        // The log of the file that goes would be taken for one of the copy.
        var log = stat()
        if stat(target + "-wal", &log) == 0, log.st_size > 0 {
            throw .cannotOpen(path: target, reason: "another program uses it")
        }
    }

    private static func store(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { Foundation.close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw BookError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
