import DaybookCore
import Sworm

extension Book {
    /// The table as a version of the schema had it.
    static func registers(_ version: Int) -> TableDefinition {
        RegisterRow.table.definition(withoutRowID: true) { table in
            table.column(RegisterRow.entity)
            table.column(RegisterRow.field, check: RegisterRow.field >= 0 && RegisterRow.field <= 65_535)
            table.column(RegisterRow.clock, check: RegisterRow.clock >= 0)
            table.column(RegisterRow.node)
            table.column(RegisterRow.value)
            table.column(RegisterRow.seq)
            table.column(RegisterRow.pending)
            table.primaryKey(RegisterRow.entity, RegisterRow.field)
            table.index(RegisterRow.seq)
            if version >= 3 {
                // Holds what a device has yet to send, in the order in which it is sent.
                table.index(RegisterRow.clock, where: RegisterRow.pending, name: "registers_pending")
            }
            if version >= AccountSumRow.oldVersion {
                let namesBankRow =
                    version >= RegisterRow.version
                    ? RegisterRow.namesBankRow : RegisterRow.field.isIn(RegisterRow.bankRowFields)
                // Few: an entry that an import brought has the id of its row.
                table.index(
                    RegisterRow.value, where: namesBankRow && RegisterRow.value != Expression<[UInt8]>("entity"),
                    name: "registers_bank_rows")
            }
        }
    }

    static func book(hasTime: Bool) -> TableDefinition {
        BookRow.table.definition { table in
            table.column(BookRow.id, primaryKey: true, check: BookRow.id == 1)
            table.column(BookRow.node)
            table.column(BookRow.epoch)
            table.column(BookRow.seq)
            table.column(BookRow.clock)
            table.column(BookRow.nextNumber)
            // A book from before counts its newest stamp.
            if hasTime {
                table.column(BookRow.time, default: Int64.max)
                table.column(BookRow.wall, default: Int64.max)
            }
        }
    }

    static let remote = Remote.table.definition { table in
        table.column(Remote.id, primaryKey: true, check: Remote.id == 1)
        table.column(Remote.url)
        table.column(Remote.cursor, check: Remote.cursor >= 0)
        table.column(Remote.epoch)
        table.column(Remote.newest)
    }

    /// Says what became of the occurrences of repeating to-dos.
    static let occurrences = OccurrenceRow.table.definition { table in
        table.column(OccurrenceRow.id, unique: true)
        table.column(OccurrenceRow.series)
        table.column(OccurrenceRow.number)
        table.index(OccurrenceRow.series, OccurrenceRow.number)
    }

    /// The tags of entries, and recordings.
    static let money = [
        TagRow.table.definition { table in
            table.column(TagRow.id, primaryKey: true)
            table.column(TagRow.name, unique: true)
        },
        EntryTagRow.table.definition { table in
            table.column(EntryTagRow.id, unique: true)
            table.column(EntryTagRow.entry)
            table.column(EntryTagRow.tag, references: Reference(TagRow.table, TagRow.id))
            table.column(EntryTagRow.present)
            table.column(EntryTagRow.synced)
            table.index(EntryTagRow.entry)
            table.index(EntryTagRow.tag, EntryTagRow.entry, where: EntryTagRow.present, name: "entry_tags_by_tag")
        },
        BlobRow.table.definition { table in
            table.column(BlobRow.digest, unique: true)
            table.column(BlobRow.bytes)
        },
    ]
}
