import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage
import Foundation

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take in entries from a file, all or none; what is known already isn't added again.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv
    }

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @Option(help: "What is in it; told by the name's end if left out.")
    var format: Format?

    @OptionGroup var book: BookOptions

    func run() throws {
        let objects = try objects(read())
        var added = 0
        try book.write { book in
            let usual = try book.reader.currency()
            let today = CivilDate.local()
            var seen: [EntityID: Int] = [:]
            for (place, object) in objects {
                do {
                    let input = try EntryInput(object, usual: usual)
                    let occurrence = seen[input.derivedID(0), default: 0]
                    seen[input.derivedID(0)] = occurrence + 1
                    let id = input.id ?? input.derivedID(occurrence)
                    guard try !book.reader.knows(id) else { continue }
                    try book.add(input.draft(today: today), id: id)
                    added += 1
                } catch let error as EntryInputError {
                    throw CommandFailure("\(place): \(error.message)")
                } catch let error as MoneyError {
                    throw CommandFailure("\(place): \(error.message)")
                }
            }
        }
        var output = Output()
        let known = objects.count - added
        output.append("Added \(added) \(added == 1 ? "entry" : "entries"); \(known) known already\n")
        output.flush()
    }

    private func read() throws -> [UInt8] {
        do {
            return [UInt8](
                try file == "-"
                    ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(filePath: file)))
        } catch {
            throw CommandFailure("\(file) can't be read: \(error.localizedDescription)")
        }
    }

    private func objects(_ bytes: [UInt8]) throws -> [(String, JSONValue)] {
        switch format ?? (file.hasSuffix(".csv") ? .csv : .json) {
        case .csv:
            guard String(validating: bytes, as: UTF8.self) != nil else { throw CommandFailure("\(file) is not UTF-8.") }
            return try EntryCSV.read(bytes).map { ("\(file), line \($0.line)", $0.1) }
        case .json:
            let json: JSONValue
            do {
                json = try JSONValue(bytes)
            } catch {
                throw CommandFailure("\(file): \(error.message)")
            }
            guard case .array(let entries) = json else {
                throw CommandFailure("\(file) holds \(json.kind); an array of entries was expected.")
            }
            return entries.enumerated().map { ("\(file), entry \($0.offset + 1)", $0.element) }
        }
    }
}
