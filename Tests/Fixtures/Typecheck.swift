import Foundation

/// What the compiler says to a program of these lines, which may import the package's modules.
public func typecheck(_ lines: [String]) throws -> (status: Int32, errors: String) {
    let folder = try TemporaryFolder()
    let source = folder.path("main.swift")
    try lines.joined(separator: "\n").write(toFile: source, atomically: true, encoding: .utf8)
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let build = products.deletingLastPathComponent().deletingLastPathComponent()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
        "swiftc", "-typecheck", "-swift-version", "6", "-module-cache-path", folder.path("cache"),
        "-I", products.appending(path: "Modules").path,
        "-I", build.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite").path, source,
    ]
    let output = Pipe()
    compiler.standardError = output
    try compiler.run()
    let errors = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return (compiler.terminationStatus, errors)
}

/// The text of a page in docs/.
public func page(_ name: String) throws -> String {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: repository.appending(path: "docs/\(name)"), encoding: .utf8)
}
