public import DaybookCore
import Sworm

extension BookTransaction {
    /// Drops what is left of the things that were deleted before `time`, and the recordings that nothing else names.
    /// Their deletion stays known, so that what another device still has doesn't bring them back.
    ///
    /// - Returns: how many things.
    public func purge(deletedBefore time: Timestamp) throws -> Int {
        let first = max(0, time.milliseconds) << 16
        let deleted = RegisterRow.field == Int64(DaybookCore.Field.deleted.rawValue)
        let deletions = try db.query(RegisterRow.self) { $0.where(deleted && RegisterRow.clock < first) }
        let hasRemote = try reader.remote() != nil
        var count = 0
        var recordings: Set<Digest> = []
        var parts: [EntityID] = []
        for id in deletions.map(\.register.entity) {
            let record = try reader.record(id)
            // Registers that the server doesn't have yet may be worth more than the deletion: they are sent first.
            guard !record.isAlive, record.registers.count > 1, record.isSynced || !hasRemote else { continue }
            if let voice = record[.voice].flatMap({ Digest(bytes: $0.value) }) { recordings.insert(voice) }
            try db.run(RegisterRow.table.filter(RegisterRow.entity == id && !deleted).delete())
            parts += try db.all(PartRow.self, PartRow.entry, id).map(\.part.id)
            count += 1
        }
        // The parts of an entry go with it. They weren't deleted as yet, and so would come again from other devices.
        if !parts.isEmpty { try perform { stamp in parts.map { Register($0, .deleted, stamp, []) } } }
        for part in parts {
            try db.run(RegisterRow.table.filter(RegisterRow.entity == part && !deleted).delete())
        }
        // They would hold what is to be forgotten.
        if count > 0 { try forgetSteps() }
        guard !recordings.isEmpty else { return count }
        // One look at all of them: there is no index for this.
        let isVoice = RegisterRow.field == Int64(DaybookCore.Field.voice.rawValue)
        try db.each(RegisterRow.table.filter(isVoice).select(RegisterRow.value)) { value in
            if let named = Digest(bytes: value) { recordings.remove(named) }
        }
        for recording in recordings { try db.delete(BlobRow.self, BlobRow.digest, recording) }
        return count
    }
}
