import DaybookCore
import Fixtures
import Foundation
import Testing

@testable import DaybookExchange

/// Reading and writing JSON, held against Foundation.
@Suite struct JSONTests {
    @Test("What is written as a string is read back the same, by Foundation")
    func strings() throws {
        let texts = [
            "", "plain", "\"\\/", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F} ", "\u{7F}", "é", "日本語", "👩‍👩‍👧", "\u{2028}",
            "\u{FFFF}", "\u{10FFFF}", "a\u{301}",
        ]
        for text in texts {
            var json = JSONWriter()
            json.beginArray()
            json.string(text)
            json.endArray()
            #expect(try JSONValue(json.bytes) == .array([.string(text)]))
            let foundation = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String]
            #expect(foundation == [text])
        }
    }

    @Test("What comes from outside is read as Foundation reads it, and what is no JSON is refused")
    func reading() throws {
        let texts = [
            "null", " true ", "[false,0,-0,1.5,-2e3,1E+2,\"\"]", "{\"a\":{\"b\":[]},\"c\":{}}",
            #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000 日本""#, "[ 1 , { \"x\" : null } ]", "\u{FEFF}[]",
        ]
        for text in texts {
            let bytes = Array(text.utf8)
            let foundation = try JSONDecoder().decode(FoundationJSON.self, from: Data(text.utf8))
            #expect(try Self.same(JSONValue(bytes), foundation), "\(text)")
        }
        let wrong = [
            "", " ", "nul", "tru", "[1,]", "[1 2]", "[", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "1.",
            ".5", "-", "+1", "1e", "NaN", "'a'", "\"a", "\"\n\"", #""\x""#, #""\u12""#, #""\ud800""#,
            #""\udc00\ud800""#,
            "[] x", "[]]", "\"\\", #"{"a":1,"b":2,"a":1}"#,
        ]
        for text in wrong {
            #expect(throws: JSONError.self, "\(text)") { try JSONValue(Array(text.utf8)) }
        }
        #expect(throws: JSONError.self) { try JSONValue([0x22, 0xFF, 0x22]) }
        #expect(throws: JSONError(message: "The number at byte 6 is too large.")) {
            try JSONValue(Array("[1.5, -1e400]".utf8).filter { $0 != 0x20 })
        }
    }

    @Test("Deep nesting is refused, and takes no longer than its length")
    func nesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        // When each kind of value was tried in turn, each level took twice as long as the one in it.
        let (shallow, deep) = (Array(nested(6).utf8), Array(nested(24).utf8))
        let ratio = try leastWork { _ = try JSONValue(deep) } / leastWork { _ = try JSONValue(shallow) }
        try #require(ratio < 100, "24 levels took \(ratio) times as long as 6")
        _ = try JSONValue(Array(nested(64).utf8))
        #expect(throws: JSONError.self) { try JSONValue(Array(nested(65).utf8)) }
        #expect(throws: JSONError.self) {
            try JSONValue(Array(repeating: UInt8(ascii: "["), count: 1 << 20))
        }
    }

    private static func same(_ value: JSONValue, _ other: FoundationJSON) -> Bool {
        switch (value, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { same($0, $1) }
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { name, value in b[name].map { same(value, $0) } ?? false }
        default: false
        }
    }

    @Test("Bytes that are no UTF-8 are written repaired")
    func repaired() {
        var json = JSONWriter()
        ([0x61, 0xFF, 0x62] as [UInt8]).withUnsafeBytes { json.string(utf8: $0) }
        #expect(String(decoding: json.bytes, as: UTF8.self) == "\"a\u{FFFD}b\"")
    }

    @Test("Commas stand between members and elements and nowhere else")
    func commas() {
        var json = JSONWriter()
        json.beginObject()
        json.key("a")
        json.beginArray()
        json.integer(-1)
        json.bool(true)
        json.beginObject()
        json.endObject()
        json.endArray()
        json.key("b")
        json.null()
        json.endObject()
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a":[-1,true,{}],"b":null}"#)
    }

    @Test(
        "Numbers are written so that the same number is read",
        arguments: [
            0, -0.5, 1, 1.5, -3, 1e20, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 9_007_199_254_740_991,
            9.3e15,
            -9_223_372_036_854_775_808,
        ] as [Double])
    func numbers(value: Double) throws {
        var json = JSONWriter()
        json.number(value)
        #expect(try FoundationJSON(json.bytes) == .number(value))
    }

    @Test("Integers are written with all their digits", arguments: [0, 9, 10, -1, Int64.max, Int64.min])
    func integers(value: Int64) {
        var json = JSONWriter()
        json.integer(value)
        #expect(String(decoding: json.bytes, as: UTF8.self) == "\(value)")
    }

    @Test(
        "Moments are written as their text says",
        arguments: [
            0, 1, -1, 999, 951_782_399_999, 1_795_225_885_007, -62_167_219_200_001, -62_167_219_200_000,
            253_402_300_799_999, 253_402_300_800_000, Int64.max, Int64.min,
        ])
    func times(milliseconds: Int64) {
        let time = Timestamp(milliseconds: milliseconds)
        var json = JSONWriter()
        json.time(time)
        #expect(String(decoding: json.bytes, as: UTF8.self) == "\"\(time.text)\"")
    }
}
