import DaybookCore
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// The messages of sync; docs/sync.md has their bytes.
struct SyncRoutes {
    func add(to router: Router<ServerContext>) {
        let sync = router.group("v1")
        sync.post("push", use: push)
        sync.get("pull", use: pull)
    }

    private func push(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await request.body(upTo: PushRequest.greatestSize)
        let push: PushRequest
        do {
            push = try PushRequest(bytes: Array(buffer: body))
        } catch {
            throw Problem(.badRequest, error.message)
        }
        let answer = try await context.book.write { try $0.accept(push) }
        return Response(status: answer.status, message: answer.bytes)
    }

    private func pull(_ request: Request, _ context: ServerContext) throws -> Response {
        let text = request.uri.queryParameters["cursor"]
        let cursor = text.flatMap { UInt64($0) }
        if let text, cursor == nil {
            throw Problem(.badRequest, "The cursor \"\(text)\" is not a whole number from 0.", field: "cursor")
        }
        return Response(status: .ok, message: try context.book.read { try $0.page(after: cursor, now: .now()) }.bytes)
    }
}

extension PushAnswer {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .accepted: .ok
        case .clockAhead: .conflict
        }
    }
}

extension Response {
    fileprivate init(status: HTTPResponse.Status, message: [UInt8]) {
        self.init(
            status: status, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: message)))
    }
}
