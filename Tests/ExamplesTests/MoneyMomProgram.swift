import Foundation
import Testing

/// The example's program, which lies beside the tests.
enum MoneyMomProgram {
    static func url() throws -> URL {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let url = tests.appendingPathComponent("MoneyMom")
        try #require(FileManager.default.isExecutableFile(atPath: url.path), "\(url.path) is not there")
        return url
    }
}
