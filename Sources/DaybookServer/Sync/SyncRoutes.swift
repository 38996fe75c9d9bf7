import DaybookCore
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
        let answer = try await context.log.accept(push)
        return Response(
            status: answer.status, body: SyncBody.answer(answer.bytes, acceptsGzip: request.accepts("gzip")), version)
    }

    private func pull(_ request: Request, _ context: ServerContext) async throws -> Response {
        let version = try ProtocolCheck.version(for: request)
        let cursor = try SyncBody.cursor(request.query["cursor"].map { String($0) })
        let body = try await context.log.page(after: cursor) { page in
            SyncBody.answer(page.bytes, acceptsGzip: request.accepts("gzip"))
        }
        return Response(status: .ok, body: body, version)
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
    fileprivate init(status: HTTPResponse.Status, body: (bytes: [UInt8], isPacked: Bool), _ version: UInt64) {
        var headers: HTTPFields = [
            .contentType: "application/octet-stream", .cacheControl: "no-store", .vary: "Accept-Encoding",
            .daybookProtocol: String(version),
        ]
        if body.isPacked { headers[.contentEncoding] = "gzip" }
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.bytes)))
    }
}
