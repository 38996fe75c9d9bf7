import Foundation

/// Runs what waits for another program, and ends this one with a message where that takes too long: no benchmark waits
/// for ever.
///
/// - Parameter seconds: far more than it ever took.
public func waiting<Result>(for subject: String, atMost seconds: Int = 600, _ body: () throws -> Result) rethrows
    -> Result
{
    let end = DispatchWorkItem {
        FileHandle.standardError.write(Data("Gave up after \(seconds) s of waiting for \(subject).\n".utf8))
        exit(1)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end)
    defer { end.cancel() }
    return try body()
}
