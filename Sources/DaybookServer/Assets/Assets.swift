import Foundation

/// The web app's files, each under the path of its address.
struct Assets: Sendable {
    let files: [String: Asset]

    static let none = Assets(files: [:])

    private init(files: [String: Asset]) {
        self.files = files
    }

    /// Reads the files that the build has put into a folder: `index.html`, and those that `assets.txt` lists, a line
    /// for each with the path of its address and its name. A name with `.br` or `.gz` after it is the same file,
    /// compressed.
    init(folder: URL) throws {
        func read(_ name: String, at path: String) throws -> Asset {
            let file = folder.appending(path: name)
            return Asset(
                name: name, body: try Data(contentsOf: file),
                compressed: [("br", "br"), ("gzip", "gz")].compactMap { coding, suffix in
                    (try? Data(contentsOf: file.appendingPathExtension(suffix))).map { (coding, $0) }
                },
                isImmutable: path != "/" + name && path != "/")
        }
        var files = ["/": try read("index.html", at: "/")]
        let list = try String(contentsOf: folder.appending(path: "assets.txt"), encoding: .utf8)
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2 else { continue }
            let path = String(words[0])
            files[path] = try read(String(words[1]), at: path)
        }
        self.files = files
    }

    /// Where the build puts them: beside the program.
    static var folder: URL? {
        Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "daybook_DaybookCLI.resources")
    }
}
