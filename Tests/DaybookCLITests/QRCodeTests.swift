import Fixtures
import Foundation
import Testing

@testable import DaybookCLI

@Suite(.bounded) struct QRCodeTests {
    /// What zbar reads in a picture of the code.
    private func read(_ code: QRCode) throws -> String {
        let folder = try TemporaryFolder()
        let (scale, width) = (4, (code.size + 8) * 4)
        var picture = Data("P5 \(width) \(width) 255\n".utf8)
        for y in 0..<width {
            for x in 0..<width { picture.append(code[y / scale - 4, x / scale - 4] ? 0 : 255) }
        }
        let path = folder.path("code.pgm")
        try picture.write(to: URL(filePath: path))
        let (process, output) = (Process(), Pipe.alone())
        process.executableURL = URL(filePath: "/usr/bin/zbarimg")
        process.arguments = ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.begin()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    @Test("Another program reads what the code says, in each of its sizes")
    func readable() throws {
        // As long as each version can hold, and one byte more than the one before.
        let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
        for (index, capacity) in capacities.enumerated() {
            for length in [index == 0 ? 1 : capacities[index - 1] + 1, capacity] {
                let text = String(
                    "https://192.168.1.23:8443/\(String(repeating: "abcdefghij", count: 20))".prefix(length))
                let code = try #require(QRCode(text))
                #expect(code.size == 21 + 4 * index)
                #expect(try read(code) == text, "\(length) bytes")
            }
        }
        #expect(QRCode(String(repeating: "x", count: 214)) == nil)
    }

    @Test("On a terminal the code has its margin, and is dark on light whatever the colours are")
    func lines() throws {
        let code = try #require(QRCode("https://192.168.1.23"))
        #expect(code.lines.count == (code.size + 9) / 2)
        for line in code.lines {
            #expect(line.hasPrefix("\u{1B}[30;107m    ") && line.hasSuffix("    \u{1B}[0m"))
        }
        let blank = code.lines[0].filter { $0 == " " }
        #expect(blank.count == code.size + 8)
    }

    @Test("A server that others reach says what to type on their devices, and draws it on a terminal alone")
    func invitation() {
        let addresses = ["192.168.1.23", "[2001:db8::5]"]
        let everywhere = Serve.invitation("https://0.0.0.0:8443", isTerminal: false, addresses: addresses)
        #expect(everywhere == "On other devices:\n  https://192.168.1.23:8443\n  https://[2001:db8::5]:8443\n")
        #expect(
            Serve.invitation("https://[::]", isTerminal: false, addresses: addresses).contains("https://192.168.1.23\n")
        )
        #expect(Serve.invitation("https://book.example", isTerminal: false, addresses: addresses) == "")
        let drawn = Serve.invitation("https://book.example", isTerminal: true, addresses: addresses)
        #expect(drawn == QRCode("https://book.example")?.lines.map { $0 + "\n" }.joined())
        #expect(Serve.invitation("https://0.0.0.0", isTerminal: true, addresses: []) == "")
        #expect(!NetworkAddresses.all().contains { $0.hasPrefix("127.") || $0.contains("%") || $0 == "[::1]" })
    }
}
