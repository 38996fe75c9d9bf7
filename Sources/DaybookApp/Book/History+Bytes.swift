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
            var items: [Item] = []
            for _ in 0..<(try reader.count(limit: reader.remaining)) { items.append(try Item(&reader)) }
            // Tokens of stores are positive.
            steps.append(Step(id: 0, items: items))
        }
        return steps
    }
}

extension History.Item {
    /// Appends it as `init` reads it.
    public func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: entity.bytes)
        bytes.append((wasAlive ? 1 : 0) + (isAlive ? 2 : 0))
        bytes.append(varint: UInt64(fields.count))
        for change in fields {
            bytes.append(varint: UInt64(change.field.rawValue))
            // 0 stands for a field that was not there.
            bytes.append(varint: UInt64(change.before.map { $0.count + 1 } ?? 0))
            bytes.append(contentsOf: change.before ?? [])
            bytes.append(varint: UInt64(change.after.count))
            bytes.append(contentsOf: change.after)
        }
    }

    /// Reads what `append` wrote.
    public init(_ reader: inout ByteReader) throws(WireError) {
        guard let entity = EntityID(bytes: try reader.take(16)) else { throw .truncated }
        self.entity = entity
        let flags = try reader.byte()
        wasAlive = flags & 1 != 0
        isAlive = flags & 2 != 0
        fields = []
        for _ in 0..<(try reader.count(limit: reader.remaining)) {
            guard let number = UInt16(exactly: try reader.varint()) else { throw .malformed(at: reader.offset) }
            let beforeLength = try reader.count(limit: reader.remaining)
            let before = beforeLength > 0 ? Array(try reader.take(beforeLength - 1)) : nil
            let after = Array(try reader.take(try reader.count(limit: reader.remaining)))
            fields.append(History.FieldChange(field: Field(rawValue: number), before: before, after: after))
        }
    }
}
