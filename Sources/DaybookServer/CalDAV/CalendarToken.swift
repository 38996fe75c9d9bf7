import DaybookCore
import DaybookStorage

/// A state of the book, as clients of CalDAV remember it.
struct CalendarToken: Equatable {
    let epoch: UInt64
    /// The last commit of which the client has all.
    var cursor: UInt64
    /// The part of the commit behind that which it has: the entities up to one.
    var part: Part?
    /// Where it began with nothing, and hasn't all yet: the last commit there was then. What went before that it never had.
    var beginning: UInt64?

    struct Part: Equatable {
        let commit: UInt64
        let last: EntityID
    }

    /// The number rises where the same to-do is written otherwise than before, so that apps fetch all again.
    private static let start = "urn:daybook:sync:2:"

    /// A URI, as RFC 6578 wants it.
    var text: String {
        var parts = [String(epoch, radix: 16), "\(cursor)"]
        if part != nil || beginning != nil { parts.append(beginning.map { "\($0)" } ?? "") }
        if let part { parts += ["\(part.commit)", part.last.text] }
        return Self.start + parts.joined(separator: ":")
    }

    init(epoch: UInt64, cursor: UInt64) {
        self.epoch = epoch
        self.cursor = cursor
    }

    /// Makes the token of a client which has nothing, and wants what there is at a state, some at a time.
    init(beginningAt state: CalendarToken) {
        epoch = state.epoch
        cursor = 0
        beginning = state.cursor
    }

    /// Reads the form of `text`; nil for any other.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start) else { return nil }
        let parts = text.dropFirst(Self.start.count).split(separator: ":", omittingEmptySubsequences: false)
        guard [2, 3, 5].contains(parts.count), let epoch = UInt64(parts[0], radix: 16), let cursor = UInt64(parts[1])
        else { return nil }
        self.init(epoch: epoch, cursor: cursor)
        if parts.count > 2, !parts[2].isEmpty {
            guard let beginning = UInt64(parts[2]) else { return nil }
            self.beginning = beginning
        }
        if parts.count == 5 {
            guard let commit = UInt64(parts[3]), let last = EntityID(String(parts[4])) else { return nil }
            part = Part(commit: commit, last: last)
        }
    }

    /// Tells whether a client that has this lacks nothing that it would have with another.
    func isSame(as other: CalendarToken) -> Bool {
        epoch == other.epoch && cursor == other.cursor && part == nil
    }
}

extension BookReader {
    /// The present state.
    func calendarToken() throws -> CalendarToken {
        // Nothing comes after the last commit that there may be.
        let page = try page(after: .max, now: .now())
        return CalendarToken(epoch: page.epoch, cursor: page.cursor)
    }
}
