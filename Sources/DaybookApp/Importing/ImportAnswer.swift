import DaybookCore

/// The server's words on a file, or on a run of the rules, in the person's language: the app only shows
///
/// It is a text of lines. The first value of each is a letter that says what it is, and the others stand behind tabs.
///
/// | | |
/// |---|---|
/// | `h` | what is in the file |
/// | `k` | `entries` or `todos` |
/// | `p` | why nothing can be written |
/// | `w` | how many would be written |
/// | `q` | a question |
/// | `c` | what may be answered to it: `1` if it is, what it is an answer to, its parameters, its words |
/// | `y` | what stands above the columns |
/// | `u` | a column of the file: its name, some values, by what it is opened, its meaning, `1` if it has one |
/// | `v` | what it may mean: as `c` |
/// | `g` | where entries go |
/// | `s` | a sentence |
/// | `t` | the names of the columns |
/// | `r` | a row: its line, its fate for the style sheet, the fate in words, its text, its day and amount |
/// | `m` | how many rows aren't told |
/// | `i` | by which the import is taken back |
/// | `d` | what was done |
/// | `o` | a rule that could be made, and why |
/// | `j` | two entries that may be one transfer: their ids, and how they are called |
/// | `b` | what was imported: by which it is taken back, what it is called, when and how many |
public struct ImportAnswer: Equatable, Sendable {
    /// None of them is empty.
    private(set) var lines: [[String]] = []

    /// - Parameter bytes: lines as above. Those that mean nothing are left out.
    public init(_ bytes: [UInt8]) {
        var line: [String] = []
        var value: [UInt8] = []
        for byte in bytes {
            guard byte == 0x09 || byte == 0x0A else {
                value.append(byte)
                continue
            }
            line.append(String(utf8: value))
            value = []
            if byte == 0x0A {
                lines.append(line)
                line = []
            }
        }
    }

    /// The first value behind a letter; empty if there is none.
    @inline(never)
    func value(_ letter: UInt8) -> String {
        for line in lines where line.count > 1 && line[0].utf8.first == letter { return line[1] }
        return ""
    }

    /// A value of a line, counted from 0; empty if it has none there.
    @inline(never)
    static func value(_ place: Int, _ line: [String]) -> String { place < line.count ? line[place] : "" }

    /// Tells whether a line begins with a letter.
    func has(_ letter: UInt8) -> Bool { lines.contains { $0[0].utf8.first == letter } }

    /// Only what begins with a letter, without a line that says these values.
    func only(_ letter: UInt8, but values: [String] = []) -> ImportAnswer {
        var answer = self
        answer.lines = lines.filter { line in
            line[0].utf8.first == letter
                && !(values.count == 2 && line.count > 2 && Spelling(line[1]) == Spelling(values[0])
                    && Spelling(line[2]) == Spelling(values[1]))
        }
        return answer
    }

    /// How many would be written.
    var writes: Int { value(UInt8(ascii: "w")).bytes.reduce(0) { ($0 &* 10) &+ Int($1 & 15) } }
    /// The id by which the import is taken back.
    var id: String { value(UInt8(ascii: "i")) }
    /// True where something can be imported.
    var isReady: Bool { writes > 0 && value(UInt8(ascii: "p")).isEmpty }
}
