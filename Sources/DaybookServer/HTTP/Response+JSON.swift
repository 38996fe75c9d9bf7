import DaybookApp
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    init(status: HTTPResponse.Status = .ok, json: JSONWriter, contentType: String = "application/json") {
        self.init(status: status, json: ByteBuffer(bytes: json.bytes), contentType: contentType)
    }

    /// A thing that was made, and its address.
    init(created json: JSONWriter, at address: String) {
        self.init(status: .created, json: json)
        headers[.location] = address
    }

    init(status: HTTPResponse.Status = .ok, json: ByteBuffer, contentType: String = "application/json") {
        self.init(status: status, headers: [.contentType: contentType], body: ResponseBody(byteBuffer: json))
    }

    init(status: HTTPResponse.Status = .ok, text: String) {
        self.init(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    init(status: HTTPResponse.Status = .ok, _ answer: ImportAnswer) {
        self.init(
            status: status, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.bytes)))
    }

    /// `{"message":"…"}`, which the classic interface answers with.
    init(status: HTTPResponse.Status = .ok, message: String) {
        self.init(status: status, json: .object { $0.member("message", message) })
    }
}

extension ServerContext {
    /// Answers with what the book says: see `ServedBook.readAside`.
    func answer(_ read: @escaping @Sendable (BookReader) throws -> JSONWriter) async throws -> Response {
        try await Response(json: book.readAside(read))
    }

    /// Answers with a to-do that was just made.
    func answer(created row: TodoRow) -> Response {
        let base = "\(origin)/api/v1/todos/"
        return Response(created: TodoJSON.resource(base: Array(base.utf8)).item(row), at: base + row.todo.id.text)
    }
}

extension Request {
    /// True where the app asks: it reads no JSON.
    var isOfApp: Bool { headers[.accept] == "application/octet-stream" }
}
