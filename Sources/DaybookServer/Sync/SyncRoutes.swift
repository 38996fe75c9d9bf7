import DaybookCore
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// The messages of sync; docs/sync.md has their bytes.
struct SyncRoutes {
    func add(to router: Router<ServerContext>) {
        router.post("v1/push", use: push)
        router.get("v1/pull", use: pull)
    }

    private func push(_ request: Request, _ context: ServerContext) async throws -> Response {
        let version = try ProtocolCheck.version(for: request)
        let body = try await request.body(upTo: PushRequest.greatestSize)
        let push = try SyncBody.push(
            Array(buffer: body), coding: request.headers[.contentEncoding]?.lowercased())
        let answer = try await context.book.write { try $0.accept(push) }
        return Response(status: answer.status, message: answer.bytes, version, to: request)
    }

    private func pull(_ request: Request, _ context: ServerContext) throws -> Response {
        let version = try ProtocolCheck.version(for: request)
        let cursor = try SyncBody.cursor(request.query["cursor"].map { String($0) })
        let page = try context.book.page(after: cursor)
        return Response(status: .ok, message: page.bytes, version, to: request)
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
    fileprivate init(status: HTTPResponse.Status, message: [UInt8], _ version: UInt64, to request: Request) {
        let body = SyncBody.answer(message, acceptsGzip: request.accepts("gzip"))
        var headers: HTTPFields = [
            .contentType: "application/octet-stream", .cacheControl: "no-store", .vary: "Accept-Encoding",
            .daybookProtocol: String(version),
        ]
        if body.isPacked { headers[.contentEncoding] = "gzip" }
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.bytes)))
    }
}
