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
    let output = Pipe.alone()
    compiler.standardError = output
    try compiler.begin()
    let errors = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return (compiler.terminationStatus, errors)
}

/// The text of a page in docs/.
public func page(_ name: String) throws -> String {
    try String(contentsOf: repository.appending(path: "docs/\(name)"), encoding: .utf8)
}

/// The articles of a module's DocC catalogue, by name.
public func articles(of module: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: catalogue(of: module).path)
        .filter { $0.hasSuffix(".md") && $0 != module + ".md" }.sorted()
}

/// The Swift code of an article in a module's DocC catalogue, block after block.
public func code(of article: String, in module: String) throws -> [String] {
    let text = try String(contentsOf: catalogue(of: module).appending(path: article), encoding: .utf8)
    return text.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }.map { String($0.dropFirst(6)) }
}

private func catalogue(of module: String) -> URL {
    repository.appending(path: "Sources/\(module)/\(module).docc")
}

private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
