/// The attributes that screens use. The browser knows them by their place in this list.
public enum Attribute: UInt8, CaseIterable, Sendable {
    case `class`, id, type, name, placeholder, `for`, href, rel, target, role, title, lang
    case autocomplete, rows, datetime, enterkeyhint, inert, dataKey, dataState
    case ariaLabel, ariaChecked, ariaCurrent, ariaPressed, ariaLive, ariaHidden, ariaExpanded
    case ariaDescribedby, ariaLabelledby, ariaModal, ariaHaspopup
    case ariaSetsize, ariaPosinset, ariaInvalid, inputmode, scope
    case viewBox, preserveAspectRatio, strokeWidth, d
    // Set as properties of the live element, for the person changes them too.
    case value, disabled
    // Set as style of the live element, in CSS pixels; left out of HTML text.
    case height, shiftX, shiftY

    public var name: String {
        switch self {
        case .class: "class"
        case .id: "id"
        case .type: "type"
        case .name: "name"
        case .placeholder: "placeholder"
        case .for: "for"
        case .href: "href"
        case .rel: "rel"
        case .target: "target"
        case .role: "role"
        case .title: "title"
        case .lang: "lang"
        case .autocomplete: "autocomplete"
        case .rows: "rows"
        case .datetime: "datetime"
        case .enterkeyhint: "enterkeyhint"
        case .inert: "inert"
        case .dataKey: "data-key"
        case .dataState: "data-state"
        case .ariaLabel: "aria-label"
        case .ariaChecked: "aria-checked"
        case .ariaCurrent: "aria-current"
        case .ariaPressed: "aria-pressed"
        case .ariaLive: "aria-live"
        case .ariaHidden: "aria-hidden"
        case .ariaExpanded: "aria-expanded"
        case .ariaDescribedby: "aria-describedby"
        case .ariaLabelledby: "aria-labelledby"
        case .ariaModal: "aria-modal"
        case .ariaHaspopup: "aria-haspopup"
        case .ariaSetsize: "aria-setsize"
        case .ariaPosinset: "aria-posinset"
        case .ariaInvalid: "aria-invalid"
        case .inputmode: "inputmode"
        case .scope: "scope"
        case .viewBox: "viewBox"
        case .preserveAspectRatio: "preserveAspectRatio"
        case .strokeWidth: "stroke-width"
        case .d: "d"
        case .value: "value"
        case .disabled: "disabled"
        case .height: "height"
        case .shiftX: "--x"
        case .shiftY: "--y"
        }
    }

    /// The name after a sign for how it is set: `@` an attribute, `.` a property, `~` a style.
    public var nameWithKind: String { kind.rawValue + name }

    var kind: Kind {
        switch self {
        case .value, .disabled: .property
        case .height, .shiftX, .shiftY: .style
        default: .attribute
        }
    }

    enum Kind: String {
        case attribute = "@"
        case property = "."
        case style = "~"
    }
}
