import ArgumentParser

struct LicencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "licences", abstract: "List what the program is made of, with its licences.")

    func run() {
        print(
            """
            Daybook, with its icons and pictures, which were made for it: Apache-2.0
            Swift's standard library and Foundation: Apache-2.0 with Runtime Library Exception; ICU in it: Unicode-3.0
            SQLite: public domain
            zlib: Zlib
            """)
        print(licences)
    }
}
