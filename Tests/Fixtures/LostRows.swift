public import Foundation

/// Damages a database at rest as a disk may: of a full page of a table only the first row is found any more. SQLite reads on
/// without a word; only its checks notice.
public func loseRows(_ file: URL) throws {
    let (size, leafOfTable) = (4_096, UInt8(0x0D))
    var bytes = [UInt8](try Data(contentsOf: file))
    let pages = stride(from: size, to: bytes.count - size, by: size).filter { bytes[$0] == leafOfTable }
    func count(_ page: Int) -> Int { Int(bytes[page + 3]) << 8 | Int(bytes[page + 4]) }
    guard let fullest = pages.max(by: { count($0) < count($1) }), count(fullest) > 1 else {
        throw CocoaError(.fileReadCorruptFile)
    }
    (bytes[fullest + 3], bytes[fullest + 4]) = (0, 1)
    try Data(bytes).write(to: file)
}
