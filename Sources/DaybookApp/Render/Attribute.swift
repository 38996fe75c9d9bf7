import DaybookCore

/// The attributes that screens use. The browser knows them by their place in this list.
public enum Attribute: UInt8, CaseIterable, Sendable {
    case `class`, id, type, placeholder, `for`, href, rel, target, role, title, lang, translate
    case autocomplete, rows, datetime, enterkeyhint, inert, dataKey, dataState
    case ariaLabel, ariaChecked, ariaCurrent, ariaPressed, ariaLive, ariaHidden, ariaExpanded
    case ariaDescribedby, ariaLabelledby, ariaModal, ariaHaspopup
    case ariaSetsize, ariaPosinset, ariaLevel, ariaInvalid, inputmode, scope, download
    case ariaAutocomplete, ariaControls, ariaActivedescendant, ariaSelected, tabindex
    case viewBox, preserveAspectRatio, strokeWidth, d
    // Set as properties of the live element, for the person changes them too.
    case value, disabled
    // Set as style of the live element, in CSS pixels; left out of HTML text.
    case height, shiftX, shiftY

    /// The browser's names, in this order, after a sign for how they are set: `@` an attribute, `.` a property,
    /// `~` a style.
    public static let names = """
        @class @id @type @placeholder @for @href @rel @target @role @title @lang @translate @autocomplete @rows \
        @datetime @enterkeyhint @inert @data-key @data-state @aria-label @aria-checked @aria-current \
        @aria-pressed @aria-live @aria-hidden @aria-expanded @aria-describedby @aria-labelledby @aria-modal \
        @aria-haspopup @aria-setsize @aria-posinset @aria-level @aria-invalid @inputmode @scope @download \
        @aria-autocomplete @aria-controls @aria-activedescendant @aria-selected @tabindex @viewBox \
        @preserveAspectRatio @stroke-width @d .value .disabled ~height ~--x ~--y
        """
    private static let words = names.parts { $0 == " " }.map { String($0) }

    /// Its word in `names`, such as `@aria-label`, `.value` or `~height`.
    public var nameWithKind: String { Attribute.words[Int(rawValue)] }
    var name: String { String(nameWithKind.dropFirst()) }
    /// True where it is set as a style; HTML text leaves those out.
    var isStyle: Bool { nameWithKind.first == "~" }
}
