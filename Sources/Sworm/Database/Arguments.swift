/// The memory that a statement's bound texts and blobs lie in: one block, used again for every execution.
struct Arguments {
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 8)
    private var capacity = 256
    private var used = 0
    /// Blocks that were too small, whose bytes are still bound.
    private var outgrown: [UnsafeMutableRawPointer] = []

    /// True where it holds over a mebibyte, which is worth giving back at once.
    var areLarge: Bool { capacity > Self.large }

    private static let large = 1 << 20

    /// Starts again: discards what was bound before, and gives a large block back.
    mutating func reset() {
        used = 0
        if !outgrown.isEmpty {
            for block in outgrown { block.deallocate() }
            outgrown = []
        }
        if areLarge {
            memory.deallocate()
            capacity = 256
            memory = .allocate(byteCount: capacity, alignment: 8)
        }
    }

    /// Copies bytes in; they stay where they are until ``reset()``.
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
        if bytes.count > capacity - used {
            outgrown.append(memory)
            capacity = Swift.max(capacity * 2, bytes.count)
            memory = .allocate(byteCount: capacity, alignment: 8)
            used = 0
        }
        let start = memory + used
        if let source = bytes.baseAddress, bytes.count > 0 { start.copyMemory(from: source, byteCount: bytes.count) }
        used += bytes.count
        return start
    }

    func deallocate() {
        for block in outgrown { block.deallocate() }
        memory.deallocate()
    }
}
