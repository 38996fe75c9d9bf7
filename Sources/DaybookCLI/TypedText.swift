import ArgumentParser
import DaybookCore
import DaybookExchange

/// Text that begins with a hyphen and can't be an option, such as `-12.50 lunch`, told apart from options.
///
/// The parser takes whatever begins with a hyphen as options. So such text goes through it behind a mark that nobody
/// can type, since no argument of a process holds a zero byte.
enum TypedText {
    private static let mark: Character = "\0"

    /// The arguments of the process as the parser gets them. What follows `--` is text anyway.
    static func marked(_ arguments: some Sequence<String>) -> [String] {
        var isText = false
        return arguments.map { argument in
            isText = isText || argument == "--"
            return isText || !argument.hasPrefix("-") || mayBeOption(argument) ? argument : "\(mark)\(argument)"
        }
    }

    /// Reads the typed text from what the parser gives.
    @Sendable static func plain(_ argument: String) -> String { argument.filter { $0 != mark } }

    /// A whole number, also a negative one: that it is too small is for the command to say.
    @Sendable static func number(_ argument: String) throws -> Int {
        guard let number = Int(plain(argument)) else {
            throw ValidationError("Give a whole number of up to 18 digits.")
        }
        return number
    }

    /// One of some choices; the first of them takes away what there is.
    @Sendable static func choice(_ argument: String, of names: [String], _ field: String) throws -> FieldValue {
        do {
            let value = try Shape.choice(names).value(of: plain(argument), field)
            return value == .choice(0) ? .nothing : value
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// Tells whether it is a hyphen alone, or up to three, a letter and then letters, digits and hyphens, up to the end or
    /// `=`.
    private static func mayBeOption(_ argument: String) -> Bool {
        let hyphens = argument.utf8.prefix { $0 == UInt8(ascii: "-") }
        let name = argument.utf8.dropFirst(hyphens.count).prefix { $0 != UInt8(ascii: "=") }
        guard let first = name.first else { return argument == "-" || argument == "--" }
        return hyphens.count <= 3 && isLetter(first)
            && name.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
