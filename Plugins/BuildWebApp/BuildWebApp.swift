import Foundation
import PackagePlugin

/// Compiles the web app to WebAssembly with the stock toolchain, and makes it and its files resources of the target.
///
/// One command does it all (`build-web-app`), since SwiftPM takes whatever a command names as its output for a resource.
/// A build in which nothing changed doesn't run it.
///
/// It builds the app quickly, whatever the configuration, which a plugin isn't told. `make install` and all that is made
/// of it take the app that `scripts/build-small-app` makes.
@main struct BuildWebApp: BuildToolPlugin {
    private static let modules = ["DaybookRuntime", "Flux", "DaybookCore", "DaybookApp", "DaybookWeb"]

    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let sources = context.package.directoryURL.appending(path: "Sources")
        let work = context.pluginWorkDirectoryURL
        let output = work.appending(path: "web")
        let compiler = try context.tool(named: "swiftc").url
        let unicodeTables = compiler.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a")
        let scripts = [
            "BuildWebApp/build-web-app", "BuildWebApp/first-part.txt", "BuildWebApp/order-functions",
            "BuildWebApp/pack-assets",
            "MakeTexts/make-texts",
        ].map { context.package.directoryURL.appending(path: "Plugins").appending(path: $0) }
        let publicFiles = try files(in: sources.appending(path: "DaybookWeb/Public"))
        let scriptFiles = try ["Host", "Demo"].flatMap { try files(in: sources.appending(path: "DaybookWeb/" + $0)) }
        let swiftFiles = try Self.modules.flatMap { try files(in: sources.appending(path: $0)) }
            .filter { $0.pathExtension == "swift" }
        let table = sources.appending(path: "DaybookApp/Languages/texts.tsv")
        let names =
            publicFiles.map(\.lastPathComponent) + (try languages(in: table)) + [
                "host.js", "demo.js", "app.wasm", "rest.wasm",
            ]
        let packed = names.filter { Self.compressed.contains(($0 as NSString).pathExtension) }
            .flatMap { [$0 + ".gz", $0 + ".br"] }
        return [
            .buildCommand(
                displayName: "Building the web app", executable: URL(filePath: "/bin/sh"),
                arguments: [
                    scripts[0].path, "quick", sources.path, work.appending(path: "build").path, output.path,
                    compiler.path, try context.tool(named: "wasm-ld").url.path, unicodeTables.path,
                ],
                inputFiles: swiftFiles + scriptFiles + publicFiles + scripts + [table],
                outputFiles: (names + packed + ["assets.txt"]).map { output.appending(path: $0) })
        ]
    }

    /// Kinds of files that get smaller.
    private static let compressed = ["wasm", "js", "css", "svg", "txt", "webmanifest"]

    /// The files of the languages that the app fetches: those of the table of texts but English, the first.
    private func languages(in table: URL) throws -> [String] {
        let head = try String(contentsOf: table, encoding: .utf8).prefix { $0 != "\n" }
        return head.split(separator: "\t").dropFirst(2).filter { $0 != "note" }.map { $0 + ".txt" }
    }

    private func files(in folder: URL) throws -> [URL] {
        guard let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: folder.path])
        }
        var files: [URL] = []
        for case let file as URL in walk
        where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            && !file.lastPathComponent.hasPrefix(".")
        {
            files.append(file)
        }
        return files.sorted { $0.path < $1.path }
    }
}
