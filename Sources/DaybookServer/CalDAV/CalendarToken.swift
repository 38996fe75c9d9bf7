import DaybookCore
import DaybookStorage

/// A state of the book, as clients of CalDAV remember it.
struct CalendarToken: Equatable {
    let epoch: UInt64
    let cursor: UInt64

    private static let start = "urn:daybook:sync:"

    /// A URI, as RFC 6578 wants it.
    var text: String { "\(Self.start)\(String(epoch, radix: 16)):\(cursor)" }

    init(epoch: UInt64, cursor: UInt64) {
        self.epoch = epoch
        self.cursor = cursor
    }

    /// What `text` spells, or nil.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start) else { return nil }
        let parts = text.dropFirst(Self.start.count).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = UInt64(parts[0], radix: 16), let cursor = UInt64(parts[1]) else {
            return nil
        }
        self.init(epoch: epoch, cursor: cursor)
    }
}

extension BookReader {
    /// The present state.
    func calendarToken() throws -> CalendarToken {
        // Nothing comes after the last commit that there may be.
        let page = try page(after: .max, now: .now())
        return CalendarToken(epoch: page.epoch, cursor: page.cursor)
    }

    /// The ids of what changed since a state; nil for a state that the book never had, or had before a restore.
    func changes(since token: CalendarToken) throws -> [EntityID: Set<Field>]? {
        let now = try calendarToken()
        guard token.epoch == now.epoch, token.cursor <= now.cursor else { return nil }
        var changes: [EntityID: Set<Field>] = [:]
        var cursor = token.cursor
        while cursor < now.cursor {
            let page = try page(after: cursor, now: .now())
            for register in page.registers { changes[register.entity, default: []].insert(register.field) }
            cursor = page.cursor
            if !page.hasMore { break }
        }
        return changes
    }
}
