/// The memory that a statement's bound texts and blobs lie in: one block, used again for every execution.
struct Arguments {
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 8)
    private var capacity = 256
    private var used = 0

    /// Makes room for so many bytes. What was bound before is gone.
    mutating func reserve(_ count: Int) {
        used = 0
        if count > capacity || (capacity > 1 << 20 && count < 1 << 16) {
            memory.deallocate()
            capacity = Swift.max(count, 256)
            memory = .allocate(byteCount: capacity, alignment: 8)
        }
    }

    /// Copies bytes in, which `reserve` counted.
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
        let start = memory + used
        if let source = bytes.baseAddress, bytes.count > 0 { start.copyMemory(from: source, byteCount: bytes.count) }
        used += bytes.count
        return start
    }

    func deallocate() {
        memory.deallocate()
    }
}
