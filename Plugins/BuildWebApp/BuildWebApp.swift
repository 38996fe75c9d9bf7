import Foundation
import PackagePlugin

/// Compiles the web app to WebAssembly with the stock toolchain, and makes it and its files resources of the target.
///
/// The modules are compiled one after the other as Embedded Swift, then linked, compressed and given names that
/// change with their content (`assets.txt` lists them). A build in which nothing changed runs none of it.
@main struct BuildWebApp: BuildToolPlugin {
    /// Each module may import those before it.
    private static let modules = ["Flux", "DaybookCore", "DaybookApp", "DaybookWeb"]

    private static let compilerFlags = [
        "-target", "wasm32-unknown-none-wasm", "-swift-version", "6", "-parse-as-library", "-wmo", "-Osize",
        "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "InternalImportsByDefault", "-warnings-as-errors",
        // It would call for a guard value that nobody sets.
        "-Xfrontend", "-disable-stack-protector",
    ]

    // The stack comes first, so that an overflow traps instead of writing over data.
    private static let linkerFlags = [
        "--no-entry", "--wrap=free", "-z", "stack-size=1048576", "--stack-first", "--gc-sections", "--strip-all",
    ]

    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let sources = context.package.directoryURL.appending(path: "Sources")
        let work = context.pluginWorkDirectoryURL
        let output = work.appending(path: "web")
        let compiler = try context.tool(named: "swiftc").url
        let linker = try context.tool(named: "wasm-ld").url
        let unicodeTables = compiler.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a")

        var commands: [Command] = []
        var interfaces: [URL] = []
        var objects: [URL] = []
        for module in Self.modules {
            let files = try swiftFiles(in: sources.appending(path: module))
            let interface = work.appending(path: module + ".swiftmodule")
            let object = work.appending(path: module + ".o")
            commands.append(
                .buildCommand(
                    displayName: "Compiling \(module) to WebAssembly", executable: compiler,
                    arguments: Self.compilerFlags + [
                        "-module-name", module, "-I", work.path, "-module-cache-path",
                        work.appending(path: "cache").path,
                        "-emit-module", "-emit-module-path", interface.path, "-o", object.path, "-c",
                    ] + files.map(\.path),
                    inputFiles: files + interfaces, outputFiles: [interface, object]))
            interfaces.append(interface)
            objects.append(object)
        }

        let wasm = work.appending(path: "app.wasm")
        commands.append(
            .buildCommand(
                displayName: "Linking app.wasm", executable: linker,
                arguments: Self.linkerFlags + objects.map(\.path) + [unicodeTables.path, "-o", wasm.path],
                inputFiles: objects, outputFiles: [wasm]))

        let publicFiles = try files(in: sources.appending(path: "DaybookWeb/Public"))
        let script = context.package.directoryURL.appending(path: "Plugins/BuildWebApp/pack-assets")
        let names = publicFiles.map(\.lastPathComponent) + [wasm.lastPathComponent]
        let packed =
            names + names.filter { Self.compressed.contains(($0 as NSString).pathExtension) }.map { $0 + ".gz" }
        commands.append(
            .buildCommand(
                displayName: "Packing the web app", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, output.path] + (publicFiles + [wasm]).map(\.path),
                inputFiles: publicFiles + [wasm, script],
                outputFiles: (packed + ["assets.txt"]).map { output.appending(path: $0) }))
        return commands
    }

    /// Kinds of files that get smaller.
    private static let compressed = ["wasm", "js", "css", "svg", "webmanifest"]

    private func swiftFiles(in folder: URL) throws -> [URL] {
        try files(in: folder).filter { $0.pathExtension == "swift" }
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
