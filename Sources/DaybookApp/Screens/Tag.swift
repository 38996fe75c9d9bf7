/// The elements that screens are made of. The browser knows them by their place in this list.
public enum Tag: UInt8, CaseIterable, Sendable {
    case div, span, p, a, button, input, textarea, label, form, ul, li, h1, h2, header, main, section, nav, footer
    case aside, time, kbd, dl, dt, dd
    case table, tr, th, td
    // Of SVG.
    case svg, path

    public var name: String {
        switch self {
        case .div: "div"
        case .span: "span"
        case .p: "p"
        case .a: "a"
        case .button: "button"
        case .input: "input"
        case .textarea: "textarea"
        case .label: "label"
        case .form: "form"
        case .ul: "ul"
        case .li: "li"
        case .h1: "h1"
        case .h2: "h2"
        case .header: "header"
        case .main: "main"
        case .section: "section"
        case .nav: "nav"
        case .footer: "footer"
        case .aside: "aside"
        case .time: "time"
        case .kbd: "kbd"
        case .dl: "dl"
        case .dt: "dt"
        case .dd: "dd"
        case .table: "table"
        case .tr: "tr"
        case .th: "th"
        case .td: "td"
        case .svg: "svg"
        case .path: "path"
        }
    }

    /// The name after a sign for where it belongs: `:` SVG, none HTML.
    public var nameWithKind: String { self == .svg || self == .path ? ":" + name : name }

    /// Has no children and no closing tag.
    var isVoid: Bool { self == .input }
}
