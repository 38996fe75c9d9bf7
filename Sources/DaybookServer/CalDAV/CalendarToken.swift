import DaybookCore
import DaybookStorage

/// A state of the book, as clients of CalDAV remember it.
struct CalendarToken: Equatable {
    let epoch: UInt64
    let cursor: UInt64

    /// The number rises where the same to-do is written otherwise than before, so that apps fetch all again.
    private static let start = "urn:daybook:sync:2:"

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

    /// The ids of what changed since a state, and the state up to which they go; nil for a state that the book never had,
    /// or had before a restore.
    ///
    /// - Parameter limit: how many ids are enough; the last commit may have more.
    func changes(
        since token: CalendarToken, _ limit: Int?
    ) throws -> (changes: [EntityID: Set<Field>], end: CalendarToken)? {
        let now = try calendarToken()
        guard token.epoch == now.epoch, token.cursor <= now.cursor else { return nil }
        var changes: [EntityID: Set<Field>] = [:]
        var cursor = token.cursor
        while cursor < now.cursor, changes.count < limit ?? .max {
            // Of one commit at a time where no more may fit.
            let page = try limit == nil ? page(after: cursor, now: .now()) : commit(after: cursor, now: .now())
            for register in page.registers { changes[register.entity, default: []].insert(register.field) }
            cursor = page.cursor
        }
        return (changes, CalendarToken(epoch: now.epoch, cursor: cursor))
    }
}
