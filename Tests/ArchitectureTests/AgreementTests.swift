import Foundation
import Testing

/// What the script, the style sheet and Swift must have in common, each in its own words.
@Suite struct AgreementTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: ArrowTests.sources.appending(path: path), encoding: .utf8)
    }

    /// - Parameter beginning: what the names of the files begin with.
    private func texts(under folder: String, _ ending: String, from beginning: String = "") throws -> String {
        let folder = ArrowTests.sources.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var texts = ""
        for case let file as URL in files
        where file.pathExtension == ending && file.lastPathComponent.hasPrefix(beginning) {
            texts += try String(contentsOf: file, encoding: .utf8)
        }
        return texts
    }

    private var host: String { get throws { try text("DaybookWeb/Host/host.js") } }

    /// The cases of an enumeration without associated values, in order.
    private func cases(of name: String, in path: String) throws -> [String] {
        let rest = try #require(try text(path).split(separator: "enum \(name):", maxSplits: 1).dropFirst().first)
        // Up to the end of the type, or its first function.
        let body = rest.prefix { $0 != "}" }.split(separator: "func ").first ?? ""
        return body.matches(of: /(?m)^\s*case ([\w, ]+)$/).flatMap { match in
            match.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// `NOT_STORED` of `notStored`.
    private func constant(_ name: String) -> String { name.replacing(/[A-Z]/) { "_" + $0.output }.uppercased() }

    @Test("005.6 The command line and REST do nothing past the rules that hold on all faces") func rules() throws {
        for folder in ["DaybookCLI", "DaybookServer/REST", "DaybookServer/Classic"] {
            #expect(try !texts(under: folder, "swift").contains(".perform("), "\(folder): use carryOut")
        }
    }

    @Test("The script tells its messages by the numbers that Message has for them") func messages() throws {
        let line = try #require(try host.firstMatch(of: /const \[([A-Z_, ]+)\] = Array\((\d+)\)\.keys\(\)/))
        let messages = try cases(of: "Message", in: "DaybookWeb/Message.swift").map(constant)
        #expect(line.1.split(separator: ", ").map(String.init) == messages)
        #expect(Int(line.2) == messages.count && messages.count > 10)
    }

    @Test("The script has what Swift asks the browser for, and calls what Swift has") func calls() throws {
        let swift = try texts(under: "DaybookWeb", "swift") + texts(under: "DaybookRuntime", "swift")
        let asked = Set(swift.matches(of: /module: "env", name: "(\w+)"/).map { String($0.1) })
        let imports = try #require(try host.split(separator: "const imports = {").last?.split(separator: "\n};").first)
        #expect(Set(imports.matches(of: /(?m)^  (\w+)(?:\(|:)/).map { String($0.1) }) == asked && asked.count > 10)
        let called = Set(try texts(under: "DaybookWeb/Host", "js").matches(of: /wasm\.(\w+)/).map { String($0.1) })
        let exposed = Set(swift.matches(of: /@_expose\(wasm, "(\w+)"\)/).map { String($0.1) })
        #expect(called == exposed.union(["memory"]))
    }

    @Test("The script carries out each operation of a patch") func operations() throws {
        let operations = try cases(of: "Operation", in: "DaybookApp/Render/Patch.swift")
        let carriedOut = try #require(
            try host.split(separator: "function carryOut").last?.split(separator: "\n}\n").first)
        let numbers = carriedOut.matches(of: /(?m)^      case (\d+):/).compactMap { Int($0.1) }
        #expect(numbers == Array(operations.indices) && operations.count > 5)
    }

    @Test("The script knows the alarm of notices, and the ways in which others touch the page") func numbers() throws {
        let number = try #require(try host.firstMatch(of: /const HIDE_NOTICE = (\d+);/)).1
        #expect(try cases(of: "Alarm", in: "DaybookApp/Effect.swift").firstIndex(of: "hideNotice") == Int(number))
        #expect(try host.contains(#"type === "attributes" ? 0 : [...removedNodes].some(isLost) ? 2 : 1"#))
        #expect(
            try cases(of: "Touch", in: "DaybookApp/Render/Renderer+Mending.swift") == [
                "attributes", "children", "lost",
            ])
    }

    @Test("The script sets the bits that Event.Modifiers reads") func modifiers() throws {
        let bits = try text("DaybookApp/Render/Event.swift").matches(
            of: /static let (\w+) = Modifiers\(rawValue: (\d+)\)/)
        let signs = [
            "shift": "event.shiftKey |", "command": "(event.ctrlKey || event.metaKey) << 1", "alt": "event.altKey << 2",
            "touch": #"(event.pointerType && event.pointerType !== "mouse") << 3"#,
            "inField": #"target.matches?.("input, textarea") << 4"#, "otherButton": "(event.button > 0) << 5",
            "composing": "(event.isComposing || event.keyCode === 229) << 6", "repeated": "event.repeat << 7",
            "withoutPointer": "!isPointed << 8",
        ]
        #expect(Set(bits.map { String($0.1) }) == Set(signs.keys))
        for bit in bits {
            let sign = try #require(signs[String(bit.1)])
            let shift = sign.firstMatch(of: /<< (\d)$/).flatMap { Int($0.1) } ?? 0
            #expect(try host.contains(sign) && Int(bit.2) == 1 << shift, "\(bit.1)")
        }
    }

    @Test("The style sheet has the measures by which Swift finds rows") func measures() throws {
        let style = try text("DaybookWeb/Public/app.css")
        for (file, name, property) in [
            ("Todos/ListLayout.swift", "rowHeight", "row"), ("Todos/ListLayout.swift", "touchHeight", "touch"),
            ("Todos/ListLayout.swift", "headingHeight", "heading"),
            ("Gestures/Reducer+Gestures.swift", "swipeWidth", "swipe"),
        ] {
            let declaration = try Regex("static let \(name) = (\\d+)", as: (Substring, Substring).self)
            let number = try #require(try text("DaybookApp/" + file).firstMatch(of: declaration)).1
            #expect(style.contains("--\(property): \(number)px;"), "\(name)")
        }
        #expect(style.contains(".swipe.three { width: calc(1.5 * var(--swipe)); }"))
    }

    @Test("What the script looks for in the page, screens have") func parts() throws {
        let script = try texts(under: "DaybookWeb/Host", "js")
        let screens = try texts(under: "DaybookApp", "swift", from: "Screens") + text("DaybookApp/AppScreen.swift")
        let page = try text("DaybookWeb/Public/index.html")
        let selectors = script.matches(of: /(?:querySelector|closest|matches)(?:All)?\??\.?\((["`])(.+?)\1\)/)
            .map { String($0.2) }
        var ids = Set(script.matches(of: /getElementById\("([\w-]+)"\)/).map { String($0.1) })
        var classes: Set<String> = []
        for selector in selectors {
            ids.formUnion(selector.matches(of: /#([\w-]+)/).map { String($0.1) })
            classes.formUnion(selector.matches(of: /\.([a-z][\w-]*)/).map { String($0.1) })
        }
        #expect(ids.isSuperset(of: ["list", "settings"]) && classes.isSuperset(of: ["notice", "problem", "dragging"]))
        for id in ids {
            let isThere = try #"(id: |\.id\()"ID""#.replacing("ID", with: id).isIn(screens)
            #expect(isThere || page.contains("id=\"\(id)\""), "#\(id)")
        }
        for name in classes {
            #expect(try #""[\w -]*\bNAME\b[\w -]*""#.replacing("NAME", with: name).isIn(screens), ".\(name)")
        }
    }

    /// The rows of the table of texts: a key, texts by languages, a note.
    private var rows: [[String]] {
        get throws {
            try text("DaybookApp/Languages/texts.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) } }
        }
    }

    @Test("Each text is in all languages, with values that the English has, and shows a space at its end")
    func texts() throws {
        let (head, page) = (try #require(try rows.first), try text("DaybookWeb/Public/index.html"))
        #expect(head == ["key", "en", "zh-Hant", "zh-Hans", "note"])
        for tag in head[2...3] { #expect(page.contains("<meta name=\"texts-\(tag)\" content=\"/\(tag).txt\">")) }
        for row in try rows.dropFirst() {
            #expect(row.count == 4 || row.count == 5, "\(row)")
            var values = row.map { Set($0.matches(of: /%\d?/).map { $0.output == "%" ? "%1" : $0.output }) }
            // The values of a file's reader come one after the other.
            if row[0] == "file" { values[1] = Set((1..<row[1].split(separator: "%").count + 2).map { "%\($0)" }) }
            for text in 1..<min(4, row.count) {
                #expect(values[text].isSubset(of: values[1]), "\(row[text])")
                #expect(row[text].trimmingCharacters(in: .whitespaces) == row[text], "\(row[text])")
                #expect(!row[text].isEmpty || row[0] == "browserSays", "\(row)")
            }
        }
    }

    @Test("What the core says of an error is in the table of texts, and no other sentence is") func sentences() throws {
        let errors = try text("DaybookCore/Model/ItemError.swift")
        let english = try #require(
            errors.split(separator: "var english: Literal").last?.split(separator: "\n    }").first)
        let said = english.matches(of: /"([^"]+)"\n/).map { String($0.1) }
        #expect(said.count > 40)
        #expect(try Set(rows.filter { $0[0] == "core" }.map { $0[1] }) == Set(said))
    }

    @Test("008.6 Each reason for which a file, or a row of it, can't be imported has words in each language")
    func reasons() throws {
        let readers = try ["Bank", "Budget", "CSV", "Entries", "Imports", "Parts", "Programs", "Rules", "Zip"].map {
            try texts(under: "DaybookExchange/\($0)", "swift")
        }.joined()
        // What is filled in may have texts of its own.
        let value = #/\\\((?:[^()"]|"[^"]*"|\((?:[^()]|\([^()]*\))*\))*\)/#
        let first = #"(?:(?:line: \w+|[\w.\[\]]+(?: \+ 1)?),\s*)?"#
        let called = #"(?:InputError|ImportFailure|fail|report|BankProblem|RuleError)\(\s*"# + first
        let thrown = try Regex(
            "(?:\(called)|damage = |reason: Sentence =\\s*)\"((?:[^\"\\\\]|\\\\.)*)\"", as: (Substring, Substring).self)
        let forms = Set(
            readers.replacing("%", with: "％").replacing(value, with: "%").replacing(/"\s*\+ "/, with: "")
                .matches(of: thrown)
                .map { $0.1.replacing("\\\"", with: "\"") }.filter { $0.contains(" ") })
        #expect(forms.count > 60)
        let known = try Set(rows.filter { $0[0] == "file" }.map { Substring($0[1]) })
        #expect(forms.subtracting(known) == [])
    }
}

extension String {
    /// Tells whether a text has something of this pattern.
    fileprivate func isIn(_ text: String) throws -> Bool { try text.contains(Regex(self)) }
}
