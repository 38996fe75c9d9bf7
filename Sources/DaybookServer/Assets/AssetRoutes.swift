import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The web app: its page and the files that the page asks for.
struct AssetRoutes {
    let assets: Assets
    private let pages = ListCache<Asset> { $0.size }

    init(assets: Assets) { self.assets = assets }

    /// The files, which hold nothing of any book.
    func add(to router: Router<ConnectionContext>) {
        for (path, asset) in assets.files where path != "/" {
            router.get(RouterPath(path)) { request, _ in Self.response(asset, to: request) }
        }
    }

    func addPage(to router: Router<ServerContext>) {
        if let shell = assets.files["/"] {
            let shell = String(buffer: shell.body)
            router.get("/") { request, context in try await page(shell, request, context) }
            router.get("sample") { request, _ in samplePage(shell, request) }
            router.get("sample.page") { request, _ in try Self.sample(request.language) }
            return
        }
        router.get("/") { _, _ -> Response in
            throw Problem(
                .notFound,
                "The web app's files are missing. Put them into daybook_DaybookCLI.resources beside the program.")
        }
    }

    /// Lets the page load and do this: scripts, styles and connections of its own server, and nothing inline.
    static let contentSecurityPolicy =
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; media-src 'self' blob:; "
        + "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types daybook"

    /// The page with the list in it, so that there is something to read before any script runs.
    private func page(_ shell: String, _ request: Request, _ context: ServerContext) async throws -> Response {
        let (language, theme) = (request.language, request.theme)
        let clock = LocalTime.local()
        let key = ListKey(path: "/ \(language.tag) \(theme.rawValue) \(clock.day.text)", origin: "")
        let account = context.account?.mark
        let page = try await pages.list(key, of: context.book.book) { book in
            let (todos, finished) = try Self.todos(on: clock.day, in: book)
            let html = firstPage(
                shell: shell, todos: todos, finished: finished, lists: try book.lists().map(\.list),
                filters: try book.all(SavedFilter.self).map(\.item),
                things: try Kind.plain.flatMap { kind in
                    try book.names(of: kind).map { (kind, $0.id, $0.name) }
                }, language: language, account: account, theme: theme, clock: clock)
            let bytes = Array(html.utf8)
            return Asset(
                name: "index.html", body: Data(bytes),
                compressed: Gzip.packed(bytes).map { [(coding: "gzip", body: Data($0))] } ?? [], isImmutable: false)
        }
        var response = Self.response(page, to: request)
        response.headers[.vary] = (page.compressed.isEmpty ? "" : "Accept-Encoding, ") + "Accept-Language, Cookie"
        return response
    }

    /// The app on the sample book. A script answers it in the place of the server, so nothing of it gets here.
    private func samplePage(_ shell: String, _ request: Request) -> Response {
        let script = assets.files.keys.first { $0.hasPrefix("/demo.") } ?? ""
        let theme = request.theme == .system ? "" : " data-theme=\"\(request.theme.rawValue)\""
        let page =
            shell.replacing(
                "<html lang=\"en\">", with: "<html lang=\"\(request.language.tag)\" data-account=\"sample\"\(theme)>"
            )
            .replacing("<script type=\"module\"", with: "<script src=\"\(script)\"></script>\n<script type=\"module\"")
        return Self.response(Asset(name: "sample.html", body: Data(page.utf8), isImmutable: false), to: request)
    }

    /// The sample book, for a device that has nothing yet.
    private static func sample(_ language: Language) throws -> Response {
        let book = try Book.sample(now: .local(), language: language.tag)
        defer { try? book.close() }
        let page = try book.read { try $0.page(after: nil, now: .now()) }
        return Response(
            status: .ok, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.bytes)))
    }

    /// The open to-dos, with those of the finished that the page shows, and how many finished ones there are.
    static func todos(on day: CivilDate, in book: BookReader) throws -> (todos: [Todo], finished: Int) {
        let open = try book.rows(.active).map(\.todo)
        let finished = try book.count(.completed)
        let shown: [TodoRow]
        switch firstPageFinished(beside: open, of: finished) {
        case nil: shown = try book.today(day).finished
        // They stand under one another, wherever they lie.
        case .some where try book.hasSubtasks(): shown = try book.rows(.completed)
        case let count?: shown = try book.finishedRows(limit: count)
        }
        return (open + shown.map(\.todo), finished)
    }

    private static func response(_ asset: Asset, to request: Request) -> Response {
        let compressed = asset.compressed.first { request.accepts($0.coding) }
        let tag = asset.tag(coding: compressed?.coding)
        var headers: HTTPFields = [
            .contentType: asset.contentType,
            .cacheControl: asset.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
            .eTag: tag,
            .contentSecurityPolicy: contentSecurityPolicy,
            .referrerPolicy: "no-referrer",
        ]
        if !asset.compressed.isEmpty { headers[.vary] = "Accept-Encoding" }
        if request.headers[values: .ifNoneMatch].contains(where: { $0.contains(tag) || $0 == "*" }) {
            return Response(status: .notModified, headers: headers)
        }
        if let compressed {
            headers[.contentEncoding] = compressed.coding
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: compressed.body))
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.body))
    }
}

extension Request {
    /// Tells whether the client takes bodies in this content coding.
    func accepts(_ coding: String) -> Bool {
        headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard parts.first == coding else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
