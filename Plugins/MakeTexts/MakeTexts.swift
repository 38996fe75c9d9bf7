import Foundation
import PackagePlugin

/// Writes `Texts.swift`: the keys of the table of texts, and what each language says.
@main struct MakeTexts: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let table = context.package.directoryURL.appending(path: "Sources/DaybookApp/Languages/texts.tsv")
        let script = context.package.directoryURL.appending(path: "Plugins/MakeTexts/make-texts")
        let output = context.pluginWorkDirectoryURL.appending(path: "Texts.swift")
        return [
            .buildCommand(
                displayName: "Making texts", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, table.path, output.path], inputFiles: [script, table], outputFiles: [output])
        ]
    }
}
