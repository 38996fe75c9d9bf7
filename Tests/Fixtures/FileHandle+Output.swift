public import Foundation

extension FileHandle {
    /// What the program at the other end of a pipe says next; nothing once it has ended.
    ///
    /// Foundation's `availableData` traps where a signal breaks the reading off.
    public func nextOutput() -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(fileDescriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
    }
}
