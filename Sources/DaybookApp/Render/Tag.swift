import DaybookCore

/// The elements that screens are made of. The browser knows them by their place in this list.
public enum Tag: UInt8, CaseIterable, Sendable {
    case div, span, p, a, button, input, textarea, label, form, ul, li, h1, h2, h3, header, main, section, nav, footer
    case aside, time, kbd, code, dl, dt, dd
    case table, tr, th, td
    // Elements of SVG.
    case svg, path

    /// The browser's names, in this order, after a sign for where they belong: `:` SVG, none HTML.
    public static let names = """
        div span p a button input textarea label form ul li h1 h2 h3 header main section nav footer aside time \
        kbd code dl dt dd table tr th td :svg :path
        """
    private static let words = names.parts { $0 == " " }.map { String($0) }

    /// Its word in `names`, such as `div` or `:svg`.
    public var nameWithKind: String { Tag.words[Int(rawValue)] }
    var name: String { nameWithKind.rest(after: ":") ?? nameWithKind }

    /// Has no children and no closing tag.
    var isVoid: Bool { self == .input }
}
