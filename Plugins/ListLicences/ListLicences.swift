import Foundation
import PackagePlugin

/// Writes `Licences.swift`: the packages that are linked into a target, with their versions and licences.
@main struct ListLicences: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let linked = Set(target.recursiveTargetDependencies.map(\.id))
        var packages: [Package.ID: Package] = [:]
        func visit(_ package: Package) {
            guard packages.updateValue(package, forKey: package.id) == nil else { return }
            for dependency in package.dependencies { visit(dependency.package) }
        }
        visit(context.package)
        packages[context.package.id] = nil
        let parts = packages.values.filter { $0.targets.contains { linked.contains($0.id) } }
            .sorted { $0.displayName.lowercased() < $1.displayName.lowercased() }
        let output = context.pluginWorkDirectoryURL.appending(path: "Licences.swift")
        let script = context.package.directoryURL.appending(path: "Plugins/ListLicences/list-licences")
        return [
            .buildCommand(
                displayName: "Listing licences", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, output.path] + parts.flatMap { [$0.name, $0.directoryURL.path] },
                inputFiles: [script], outputFiles: [output])
        ]
    }
}

extension Package {
    /// Its name and version.
    fileprivate var name: String {
        guard case .repository(_, let version, _) = origin else { return displayName }
        return displayName + " " + version
    }
}
