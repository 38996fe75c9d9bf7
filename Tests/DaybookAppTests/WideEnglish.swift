import Synchronization

@testable import DaybookApp
@testable import DaybookCore

/// English in letters of full width. What stands on a screen in other letters came from no language's file.
enum WideEnglish {
    static let language = Language(
        tag: "en-x-wide", name: "Ｗｉｄｅ", usualCurrency: "USD", speaks: { _ in false }, form: Language.english.form,
        text: { phrase in
            said.withLock { _ = $0.insert(phrase) }
            return wide(Language.english.text(phrase))
        },
        ruleText: { wide(Language.english.ruleText($0)) },
        accountText: { phrase in
            saidOfAccounts.withLock { _ = $0.insert(phrase) }
            return wide(Language.english.accountText(phrase))
        },
        deviceText: { phrase in
            saidOfDevices.withLock { _ = $0.insert(phrase) }
            return wide(Language.english.deviceText(phrase))
        },
        problem: { wide($0.english) })

    /// The phrases that were asked for.
    static let said = Mutex<Set<Phrase>>([])
    static let saidOfAccounts = Mutex<Set<AccountPhrase>>([])
    static let saidOfDevices = Mutex<Set<DevicePhrase>>([])

    /// By the addresses of what they were made from. They stay, as literals do.
    private static let copies = Mutex<[UInt: UInt]>([:])

    private static func wide(_ literal: Literal) -> Literal {
        let address = copies.withLock { copies in
            let address = UInt(bitPattern: literal.start)
            if let copy = copies[address] { return copy }
            let scalars = String(cString: literal.start).unicodeScalars.map { scalar in
                scalar.isASCII && Character(scalar).isLetter
                    ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar
            }
            let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8) + [0]
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
            memory.initialize(from: bytes, count: bytes.count)
            copies[address] = UInt(bitPattern: memory)
            return UInt(bitPattern: memory)
        }
        return UnsafePointer<UInt8>(bitPattern: address).map { Literal(start: $0) } ?? literal
    }

    static func isWide(_ letter: Character) -> Bool {
        letter.unicodeScalars.allSatisfy { (0xFF21...0xFF5A).contains($0.value) }
    }
}
