extension Record {
    /// The record as a device may store it:
    ///
    ///     version    varint, 1
    ///     registers  a register list
    ///     pending    count, then each field as a varint
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: protocolVersion)
        RegisterList.append(registers, to: &bytes)
        let pending = pendingRegisters
        bytes.append(varint: UInt64(pending.count))
        for register in pending { bytes.append(varint: UInt64(register.field.rawValue)) }
        return bytes
    }

    /// The record that `bytes` spell. Registers of other entities and a record without any throw.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        try self.init(restOf: &reader)
    }

    /// Reads all that is left.
    public init(restOf reader: inout ByteReader) throws(WireError) {
        try reader.protocolHeader()
        let registers = try RegisterList.read(from: &reader, limit: 1 << 16)
        guard let id = registers.first?.entity, registers.allSatisfy({ $0.entity == id }) else {
            throw .malformed(at: reader.offset)
        }
        var pending: [Field] = []
        for _ in 0..<(try reader.count(limit: registers.count)) {
            guard let number = UInt16(exactly: try reader.varint()) else { throw .malformed(at: reader.offset) }
            pending.append(Field(rawValue: number))
        }
        try reader.finish()
        self.init(id: id)
        for register in registers { merge(register, isPending: pending.contains(register.field)) }
    }
}
