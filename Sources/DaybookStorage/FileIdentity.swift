import Foundation

/// Tells a file from another one that has its name.
public struct FileIdentity: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// - Returns: nil if there is no file.
    public init?(of path: String) {
        var file = stat()
        guard stat(path, &file) == 0 else { return nil }
        device = file.st_dev
        number = file.st_ino
    }
}
