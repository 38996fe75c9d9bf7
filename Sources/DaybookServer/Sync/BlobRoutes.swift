import DaybookCore
import HTTPTypes
import Hummingbird
import NIOCore

/// `/v1/blobs/{sha256}`: recordings, each under the SHA-256 of its bytes. Putting one twice changes nothing, so a
/// transfer that broke off is made good by repeating it.
struct BlobRoutes {
    /// In bytes: 32,768 digests.
    static let greatestList = 1_024 * 1_024

    func add(to router: Router<ServerContext>) {
        let blobs = router.group("/v1/blobs")
        blobs.get(":sha256", use: get)
        blobs.put(":sha256", use: put)
        blobs.post("missing", use: missing)
    }

    private func get(_ request: Request, _ context: ServerContext) async throws -> Response {
        let digest = try digest(context)
        guard let bytes = try await context.log.blob(digest) else {
            throw Problem(.notFound, "There is no recording \(digest.text) here.")
        }
        let type = Recording.mediaType(bytes) ?? "application/octet-stream"
        return Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "private, max-age=31536000, immutable"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Takes digests, 32 bytes each, and answers those whose recordings aren't here.
    private func missing(_ request: Request, _ context: ServerContext) async throws -> Response {
        let bytes = try await Self.body(request, upTo: Self.greatestList)
        guard let digests = Digest.list(bytes) else {
            throw Problem(.badRequest, "The body has \(bytes.count) bytes. It has to be digests of 32 bytes each.")
        }
        try await context.checkIsAdmitted()
        let missing = try await context.log.lacking(digests)
        return Response(
            status: .ok, headers: [.contentType: "application/octet-stream"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: missing.flatMap(\.bytes))))
    }

    private func put(_ request: Request, _ context: ServerContext) async throws -> Response {
        let digest = try digest(context)
        let recording = try await Recording(Self.body(request, upTo: Recording.greatestSize))
        guard recording.digest == digest else {
            throw Problem(
                .badRequest,
                "The bytes have the SHA-256 \(recording.digest.text), not \(digest.text). Send them again.",
                field: "sha256")
        }
        try await context.log.store(recording)
        return Response(status: .noContent)
    }

    private static func body(_ request: Request, upTo limit: Int) async throws -> [UInt8] {
        let body = try await Array(buffer: request.body(upTo: limit))
        return try SyncBody.unpacked(body, coding: request.headers[.contentEncoding]?.lowercased(), upTo: limit)
    }

    private func digest(_ context: ServerContext) throws -> Digest {
        let text = context.parameters.get("sha256") ?? ""
        guard let digest = Digest(text) else {
            throw Problem(.notFound, "There is no recording \"\(text)\". Its name has 64 hexadecimal digits.")
        }
        return digest
    }
}
