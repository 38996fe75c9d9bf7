import ArgumentParser
import DaybookCore
import DaybookStorage
import Foundation

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the book as it is now, also while others use it.",
        discussion: "Put a backup back with 'daybook restore'. Only you can read the file.")

    @Argument(
        help: "The new file, or a folder for it; if left out daybook-DATE.sqlite in this folder.", completion: .file(),
        transform: TypedText.plain)
    var path: String?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let source = try book.location()
        let target = Self.target(path)
        guard !target.isEmpty else { throw ValidationError("The path is empty. Name a file.") }
        try book.checkThere()
        let progress = Progress("Copying")
        defer { progress.end() }
        try Book.copy(source, to: target, replacing: force)
        progress.end()
        var output = Output()
        output.append("Saved a backup: ")
        output.append(terminalLine: target)
        try output.flush()
    }

    private static func target(_ path: String?) -> String {
        let name = "daybook-\(CivilDate.local().text).sqlite"
        guard let path else { return name }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard path.hasSuffix("/") || isThere && isFolder.boolValue else { return path }
        return path + (path.hasSuffix("/") ? "" : "/") + name
    }
}
