import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// The web app's files over HTTP.
@Suite struct AssetTests {
    /// A server with a web app of a few bytes.
    private func server() throws -> ServerUnderTest {
        let folder = try TemporaryFolder()
        let files = [
            "index.html": "<!doctype html>", "app.wasm": "\0asm, and nine more bytes", "app.wasm.gz": "gzip",
            "app.wasm.br": "br", "manifest.webmanifest": "{}", "icon.svg": "<svg/>", "icon.png": "PNG",
            "sw.js": "// worker",
            "assets.txt": """
            /app.123-4.wasm app.wasm
            /sw.js sw.js
            /manifest.webmanifest manifest.webmanifest
            /icon.svg icon.svg
            /icon.png icon.png

            """,
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.url.appending(path: name)) }
        return try ServerUnderTest(assets: Assets(folder: folder.url))
    }

    @Test("The page may load from its own server alone, and is asked for anew each time")
    func page() async throws {
        let page = try await server().send(.get, "/")
        #expect(page.status == 200 && page.text == "<!doctype html>")
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.headers[.cacheControl] == "no-cache")
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'self'") && policy.contains("script-src 'self' 'wasm-unsafe-eval'"))
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"))
        #expect(page.headers[.xContentTypeOptions] == "nosniff")
        #expect(page.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin")
        #expect(page.headers[.vary] == "Accept-Language, Cookie")
    }

    @Test(
        "Who goes to an address where nothing is gets a page that leads back; a program gets problem details",
        arguments: [("en", "There is nothing"), ("zh-TW", "這個網址沒有"), ("zh-CN", "此网址没有")])
    func nothing(language: String, words: String) async throws {
        let server = try server()
        let visit = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": language]
        let page = try await server.send(.get, "/settings/%3Cb%3E", visit)
        #expect(page.status == 404 && page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.text.contains(words) && page.text.contains("<a href=\"/\">") && !page.text.contains("<b>"))
        #expect(try await server.send(.head, "/settings", visit).text.isEmpty)
        for (method, fields) in [(HTTPRequest.Method.get, ["Accept": "*/*"]), (.get, [:]), (.post, visit)] {
            let answer = try await server.send(method, "/settings", fields)
            #expect(answer.status == 404 && answer.headers[.contentType] == "application/problem+json")
        }
        #expect(try await server.send(.get, "/todo/", visit).status != 404)
    }

    @Test(
        "11.11 The sample book has a page of its own and days around today, and nothing of it is in the server's book")
    func sample() async throws {
        let server = try server()
        #expect(try await server.send(.get, "/sample").status == 200)
        let answer = try await server.send(.get, "/sample.page")
        #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
        let page = try PullPage(bytes: Array(answer.bytes))
        let registers = page.registers
        func texts(_ field: Field) -> [String] {
            registers.filter { $0.field == field }.map { String(decoding: $0.value, as: UTF8.self) }
        }
        #expect(texts(.title).contains("Call the dentist") && texts(.title).contains("Trip"))
        #expect(texts(.due).contains(CivilDate.local().text))
        #expect(texts(.note).filter { $0 == "Salary" }.count == 2)
        #expect(registers.filter { $0.field == .repeats }.count == 6, "six of them come again")
        let again = try PullPage(bytes: try await server.send(.get, "/sample.page").bytes)
        #expect(
            again.epoch == page.epoch && again.registers.map(\.key) == registers.map(\.key), "once more it is the same")
        let own = try PullPage(bytes: try await server.send(.get, "/v1/pull").bytes)
        #expect(own.registers.isEmpty)
    }

    @Test("What the manifest names is there, and its pictures are as large as it says") func manifest() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/DaybookWeb/Public")
        let data = try Data(contentsOf: folder.appending(path: "manifest.webmanifest"))
        let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        for (key, sizes) in [("icons", 4), ("screenshots", 2)] {
            let images = try #require(manifest[key] as? [[String: String]])
            #expect(images.count == sizes)
            for image in images where image["type"] == "image/png" {
                let bytes = try Data(contentsOf: folder.appending(path: try #require(image["src"])))
                // The header of a PNG has its width and height as numbers of 4 bytes.
                func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
                #expect("\(number(at: 16))x\(number(at: 20))" == image["sizes"])
                #expect(bytes.count < 128 * 1_024)
            }
        }
    }

    @Test("A file whose address changes with its content is kept for ever, another is not")
    func caching() async throws {
        let server = try server()
        let wasm = try await server.send(.get, "/app.123-4.wasm")
        #expect(wasm.headers[.contentType] == "application/wasm")
        #expect(wasm.headers[.cacheControl] == "public, max-age=31536000, immutable")
        let worker = try await server.send(.get, "/sw.js")
        #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(worker.headers[.cacheControl] == "no-cache")
        // Nothing guesses what they are.
        for (path, type) in [
            ("/manifest.webmanifest", "application/manifest+json"), ("/icon.svg", "image/svg+xml"),
            ("/icon.png", "image/png"),
        ] {
            #expect(try await server.send(.get, path).headers[.contentType] == type)
        }
    }

    @Test("A browser that has the file is told that it is the same")
    func notModified() async throws {
        let server = try server()
        let tag = try #require(try await server.send(.get, "/").headers[.eTag])
        for value in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let answer = try await server.send(.get, "/", ["If-None-Match": value])
            #expect(answer.status == 304 && answer.bytes.isEmpty)
        }
        #expect(try await server.send(.get, "/", ["If-None-Match": "\"other\""]).status == 200)
        #expect(try await server.send(.get, "/sw.js").headers[.eTag] != tag)
    }

    @Test("A file goes out compressed only to those who take it so")
    func compressed() async throws {
        let server = try server()
        var tags: Set<String> = []
        for (accepted, coding) in [
            ("gzip, deflate, br", "br"), ("GZIP ; q=0.5", "gzip"), ("gzip;q=0", nil), ("br;q=0, gzip", "gzip"),
            ("", nil),
        ] as [(String, String?)] {
            let answer = try await server.send(.get, "/app.123-4.wasm", ["Accept-Encoding": accepted])
            #expect(answer.headers[.contentEncoding] == coding)
            #expect(answer.text == coding ?? "\0asm, and nine more bytes")
            tags.insert(try #require(answer.headers[.eTag]))
            #expect(answer.headers[.vary] == "Accept-Encoding")
        }
        #expect(tags.count == 3)
        #expect(try await server.send(.get, "/sw.js", ["Accept-Encoding": "gzip"]).headers[.contentEncoding] == nil)
    }

    @Test("A slash behind the address, or a second one, makes no difference to a file either")
    func slashes() async throws {
        let server = try server()
        for path in ["/icon.svg/", "//icon.svg", "/icon.svg//"] {
            let answer = try await server.send(.get, path)
            #expect(answer.status == 200 && answer.text == "<svg/>", "\(path)")
        }
        #expect(try await server.send(.post, "/icon.svg/").status == 405)
    }

    @Test("The page has the beginnings of long texts, whatever a device sent")
    func longTexts() async throws {
        let folder = try TemporaryFolder()
        try Data(#"<html lang="en"><div id="app"></div>"#.utf8).write(to: folder.url.appending(path: "index.html"))
        try Data().write(to: folder.url.appending(path: "assets.txt"))
        let server = try ServerUnderTest(assets: Assets(folder: folder.url))
        var random = SystemRandomNumberGenerator()
        for number in 0..<10 {
            let stamp = Stamp(clock: UInt64(1_000 + number) << 16, node: 9)
            let title = Array("<\(number)>".utf8) + [UInt8](repeating: UInt8(ascii: "\""), count: 250_000)
            let id = EntityID(using: &random)
            let changes = [
                Register(id, .title, stamp, title), Register(id, .notes, stamp, title),
                Register(id, .description, stamp, title),
            ]
            try await server.book.write { _ = try $0.accept(PushRequest(node: 9, changes: changes)) }
        }
        let page = try await server.send(.get, "/")
        #expect(page.text.contains("&lt;7&gt;") && page.bytes.count < 200_000)
    }

    @Test("Nothing else of the folder is to be had", arguments: ["/app.wasm", "/assets.txt", "/index.html", "/../x"])
    func nothingElse(path: String) async throws {
        #expect(try await server().send(.get, path).status == 404)
    }

    @Test("Without the files the page says where they belong, and the rest works")
    func missing() async throws {
        let server = try ServerUnderTest()
        let page = try await server.send(.get, "/")
        #expect(page.status == 404 && page.text.contains("daybook_DaybookCLI.resources"))
        #expect(try await server.send(.get, "/welcome").status == 200)
    }
}
