import DaybookApp
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Hummingbird

/// `/api/v1/push`: how a browser allows notifications, and takes that back. `/api/v1/devices`: the browsers that did.
/// `/api/v1/todos/ID/reminded`: what a person does about a notification.
struct PushRoutes: Sendable {
    let store: any ReminderStore
    let services: PushServices
    /// Nil for a book without accounts.
    let accounts: (any ServedAccounts)?

    func add(to router: Router<ServerContext>) {
        router.get("/api/v1/push/key", use: key)
        router.post("/api/v1/push/subscriptions", use: subscribe)
        router.delete("/api/v1/push/subscriptions", use: unsubscribe)
        router.get("/api/v1/devices", use: devices)
        router.delete("/api/v1/devices/:number", use: revoke)
        router.post("/api/v1/todos/:id/reminded", use: reminded)
    }

    private func devices(_ request: Request, _ context: ServerContext) async throws -> Response {
        let devices = try await store.devices(of: context.account?.id ?? 0)
        func isOwn(_ device: PushDevice) -> Bool { device.key != nil && device.key == context.admission.key }
        if request.isOfApp {
            var answer = ImportAnswer()
            for device in devices {
                answer.append(
                    .device, device.name, id: "\(device.number)", value: isOwn(device) ? "1" : "",
                    number: UInt64(clamping: device.createdAt.milliseconds))
            }
            return Response(answer)
        }
        return Response(
            json: .objects(devices) { device, json in
                json.member("number", device.number)
                json.member("name", device.name)
                json.member("createdAt", device.createdAt)
                json.member("current", isOwn(device))
            })
    }

    private func revoke(_ request: Request, _ context: ServerContext) async throws -> Response {
        let text = context.parameters.get("number") ?? ""
        let missing = Problem(.notFound, "There is no device “\(text.excerpt)”. GET /api/v1/devices lists them.")
        guard let number = Int64(text) else { throw missing }
        do {
            try await store.revoke(number, of: context.account?.id ?? 0) { try await accounts?.endSession($0) }
        } catch AccountError.noDevice {
            throw missing
        }
        return Response(status: .noContent)
    }

    private func key(_ request: Request, _ context: ServerContext) async throws -> Response {
        let key = Base64URL.text(try await store.key().shared)
        return Response(json: .object { $0.member("key", key) })
    }

    private func subscribe(_ request: Request, _ context: ServerContext) async throws -> Response {
        let members = try await Self.members(of: request, #"{"endpoint":"https://…","keys":{"p256dh":"…","auth":"…"}}"#)
        let endpoint = try Self.endpoint(members)
        guard services.origin(of: endpoint) != nil else {
            throw Problem(
                .badRequest,
                "“\(endpoint.excerpt)” isn't at a push service that the server knows. To permit one, start the server with --push-service.",
                field: "endpoint")
        }
        guard case .object(let keys)? = members["keys"], case .string(let key)? = keys["p256dh"],
            case .string(let secret)? = keys["auth"],
            let recipient = PushRecipient(key: Base64URL.bytes(key) ?? [], secret: Base64URL.bytes(secret) ?? [])
        else {
            throw Problem(
                .badRequest, "The keys aren't valid. Send what the browser's PushSubscription has.", field: "keys")
        }
        var zone = ""
        if case .string(let name)? = members["zone"], TimeZone(identifier: name) != nil { zone = name }
        var texts: [String] = []
        if case .array(let elements)? = members["texts"] {
            for case .string(let text) in elements.prefix(2) {
                texts.append(text.replacing("\n", with: " ").cut(to: 40))
            }
        }
        // The body may have come long after the request was let in.
        try context.admission.check()
        try await store.add(
            PushDevice(
                account: context.account?.id ?? 0, key: context.admission.key,
                name: PushDevice.name(userAgent: request.headers[.userAgent] ?? ""), endpoint: endpoint,
                recipient: recipient, zone: zone, texts: texts,
                origin: context.origin, createdAt: .now()))
        return Response(status: .noContent)
    }

    private func unsubscribe(_ request: Request, _ context: ServerContext) async throws -> Response {
        let members = try await Self.members(of: request, #"{"endpoint":"https://…"}"#)
        try await store.remove(Self.endpoint(members), of: context.account?.id ?? 0)
        return Response(status: .noContent)
    }

    private static func members(of request: Request, _ example: String) async throws -> [String: JSONValue] {
        let json = try await request.json(upTo: 16 * 1_024)
        guard case .object(let members) = json else {
            throw Problem(.badRequest, "A subscription is an object such as \(example). This is \(json.kind).")
        }
        return members
    }

    private static func endpoint(_ members: [String: JSONValue]) throws(Problem) -> String {
        guard case .string(let endpoint)? = members["endpoint"] else {
            throw Problem(.badRequest, "The member endpoint is missing. It has to be a string.", field: "endpoint")
        }
        return endpoint
    }

    /// Deals with what reminded for a moment, unless somebody has done so: a notification may stay for long.
    private func reminded(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "to-do")
        let json = try await request.json(upTo: 16 * 1_024)
        let (moment, local, snoozed, isDone) = try Self.wishes(json)
        let row = try await context.book.write { book in
            guard let row = try book.reader.row(id) else { throw ItemError.notFound(.todo, id) }
            let todo = row.todo
            guard !todo.isCompleted, todo.extraFields[.remindedUntil]?.time.map({ $0 < moment }) ?? true else {
                return row
            }
            let changes = Changes.reminded(until: moment, local: local, snoozed: snoozed)
            try book.perform(isDone ? .check(id) : .edit(.todo, id, changes))
            return try book.reader.row(id) ?? row
        }
        let base = Array("\(context.origin)/api/v1/todos/".utf8)
        return Response(json: TodoJSON.resource(base: base).item(row))
    }

    private static func wishes(
        _ json: JSONValue
    ) throws -> (at: Timestamp, local: LocalTime?, snoozed: Timestamp?, isDone: Bool) {
        guard case .object(let members) = json else {
            throw Problem(
                .badRequest,
                "The body has to be an object such as {\"at\":\"2026-11-21T09:30:00.000Z\"}. This is \(json.kind).")
        }
        func time(_ name: String) throws -> Timestamp? {
            guard let value = members[name] else { return nil }
            guard case .string(let text) = value, let time = Timestamp(text) else {
                throw Problem(
                    .badRequest, "The member \(name) isn't a valid moment. Use the form 2026-11-21T09:30:00.000Z.",
                    field: name)
            }
            return time
        }
        guard let moment = try time("at") else {
            throw Problem(.badRequest, "The member at is missing: the moment that the notification names.", field: "at")
        }
        var local: LocalTime?
        if let value = members["local"] {
            guard case .string(let text) = value, let time = LocalTime(text) else {
                throw Problem(
                    .badRequest, "The member local isn't a valid time. Use the form 2026-11-21T09:30.", field: "local")
            }
            local = time
        }
        return (moment, local, try time("snoozedUntil"), members["completed"] == .bool(true))
    }
}
