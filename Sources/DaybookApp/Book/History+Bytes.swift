public import DaybookCore

extension History {
    /// The bytes that the tab keeps: the steps to undo, then those to redo, oldest first; then the address of what the server did.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for steps in [undo, redo] {
            bytes.append(varint: UInt64(steps.count))
            for step in steps {
                bytes.append(varint: UInt64(step.items.count))
                for item in step.items { item.append(to: &bytes) }
            }
        }
        bytes.append(contentsOf: onServer.utf8)
        return bytes
    }

    /// Reads what `bytes` wrote.
    ///
    /// - Throws: `WireError` where the bytes are cut off or malformed, or hold more than 100 steps of either sort.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        undo = try Self.readSteps(&reader)
        redo = try Self.readSteps(&reader)
        onServer = String(utf8: Array(try reader.take(reader.remaining)))
        guard onServer.isEmpty || onServer.begins(with: "/api/v1/") else { throw .malformed(at: reader.offset) }
    }

    private static func readSteps(_ reader: inout ByteReader) throws(WireError) -> [Step] {
        var steps: [Step] = []
        for _ in 0..<(try reader.count(limit: limit)) {
            var items: [ItemChange] = []
            for _ in 0..<(try reader.count(limit: reader.remaining)) { items.append(try ItemChange(&reader)) }
            // Tokens of stores are positive.
            steps.append(Step(id: 0, items: items))
        }
        return steps
    }
}
