extension ItemChange {
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
            fields.append(FieldChange(field: Field(rawValue: number), before: before, after: after))
        }
    }
}
