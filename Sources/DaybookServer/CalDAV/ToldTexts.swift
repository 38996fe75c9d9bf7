import DaybookCore
import DaybookExchange
import DaybookStorage
import Hummingbird
import Synchronization

/// The texts that a client of CalDAV is told. They are kept with the book, for what such a client sends without If-Match began
/// with that.
final class ToldTexts: Sendable {
    /// An app has a token. All apps with one token are one client, and so are all of who needs none.
    private let client: EntityID
    private let log: any SyncStore
    private let texts = Mutex<[EntityID: [UInt8]]>([:])

    init(_ request: Request, _ log: any SyncStore) {
        let credentials = request.headers[.authorization] ?? ""
        client = EntityID(derivedFrom: Array(credentials.utf8), for: "calendar client")
        self.log = log
    }

    func saw(_ text: [UInt8], of id: EntityID) { texts.withLock { $0[id] = text } }

    /// Remembers what the client saw. To be done before it sees it: of what is sent after that more may be known than the
    /// client got, but never less.
    func keep() async throws {
        let texts = texts.withLock { texts in
            defer { texts = [:] }
            return texts
        }
        guard !texts.isEmpty else { return }
        let known = try await log.toldTags(client, Array(texts.keys))
        var new: [ToldText] = []
        for (id, text) in texts {
            guard known[id] != Self.tag(text), let object = try? CalendarObject(text) else { continue }
            new.append(Self.told(object, of: id))
        }
        if !new.isEmpty { try await log.tell(client, new) }
    }

    /// With which of what it was told a client began that wrote a text; nil if that isn't known.
    func beginning(of object: CalendarObject, _ id: EntityID) async throws -> CalendarBase? {
        CalendarBase.beginning(of: object, CalendarBase.list(try await log.toldBases(client, id)))
    }

    /// Remembers what the client wrote, with what becomes of it.
    func wrote(_ object: CalendarObject, of id: EntityID, in book: BookTransaction) throws {
        let text = Self.told(object, of: id)
        if try book.reader.toldTags(client, [id])[id] != text.tag { try book.tell(client, [text]) }
    }

    static func told(_ object: CalendarObject, of id: EntityID) -> ToldText {
        ToldText(todo: id, tag: tag(object.bytes), base: CalendarBase(object).bytes)
    }

    private static func tag(_ text: [UInt8]) -> [UInt8] { Array(Digest(of: text).bytes.prefix(16)) }
}
