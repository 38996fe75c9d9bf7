import DaybookCore

/// The whole app as a value: what the browser shows for a state, and what the server sends as the first page.
public func appScreen(_ state: State, _ world: World) -> Node {
    Screens(state: state, world: world).app
}

/// The screens of one state. Each part stands in an extension.
///
/// A class, since what builds a row keeps it: a copy of the whole state for each would be slow and large.
final class Screens {
    let state: State
    let world: World

    init(state: State, world: World) {
        self.state = state
        self.world = world
    }

    var texts: Language { state.settings.language }

    var app: Node {
        let isCovered = state.navigation.overlay != .none
        let isReport = !state.navigation.route.isOfRows
        let hidesList = state.navigation.route != .list && !state.navigation.window.hasSideBar
        return .element(
            .div,
            [
                .class("app"), .attribute(.dataState, routeName), .attribute(.lang, texts.spokenTag),
                .ask(.keydown) {
                    [hasSingleKeys = state.settings.hasSingleKeys] in
                    Reducer.action(
                        for: $0, isCovered: isCovered, hasList: !hidesList && !isReport, hasSingleKeys: hasSingleKeys)
                },
            ],
            [
                sampleLine,
                .element(
                    .div, [.class("columns"), .flag(.inert, isCovered)],
                    [
                        // One at a time: each thing on it has an id.
                        state.navigation.overlay == .places ? .empty : places,
                        .element(
                            .main,
                            [
                                .class("list-pane"), .label(state.navigation.isMoney ? texts(.money) : texts(.todos)),
                                .flag(.inert, hidesList && !isReport),
                            ],
                            isReport
                                ? sheet
                                : state.navigation.isMoney
                                    ? [bar, monthPart, recordField, entryTools, entryList, entryFooter]
                                    : [bar, addField, tools, list, footer]),
                        .element(.aside, [.class("side-pane"), .label(sideTitle)], [side]),
                    ]),
                tabs, overlay,
                // Without a role: as a status all of it would be read whenever one of them comes.
                // The bar of a selection stands below the list.
                .element(
                    .div,
                    [.class(state.selection.isOn ? "notices on-top" : "notices"), .attribute(.ariaLive, "polite")],
                    notices),
            ])
    }

    /// The screen in the place of the list.
    private var sheet: [Node] {
        switch state.navigation.route {
        case .budget: budgetScreen
        case .questions: questionsScreen
        case .forecast: forecastScreen
        case .payOff(let account): payOffScreen(account)
        default: reportScreen
        }
    }

    /// Says that nothing here is one's own, and leads back to what is.
    private var sampleLine: Node {
        guard state.isSample else { return .empty }
        return .element(
            .p, [.class("sample")],
            [
                .element(.span, text: texts(.sampleBook)),
                .element(.a, [.class("choice"), .attribute(.href, "/")], text: texts(.close)),
            ])
    }

    var routeName: String {
        switch state.navigation.route {
        case .list: "list"
        case .detail: "detail"
        case .form: "form"
        case .entry: "entry"
        case .sums, .budget, .questions, .forecast, .payOff: "sums"
        }
    }

    /// The name of the pane beside the list.
    var sideTitle: String {
        switch state.navigation.route {
        case .list where state.navigation.isMoney: texts(.upcoming)
        case .sums: texts(.sums)
        case .budget: texts(.budgetPlace)
        case .questions: texts(.questionsPlace)
        case .forecast: texts(.forecastPlace)
        case .payOff: texts(.payOffPlace)
        case .list where state.showsMonth: texts.day(state.month, isMonth: true)
        case .form: texts(.newTodo)
        case .entry(nil): texts(.newEntry)
        case .list, .detail, .entry: texts(.details)
        }
    }

    private var side: Node {
        switch state.navigation.route {
        // The list begins with it if there is one column.
        case .list where state.navigation.isMoney: state.navigation.window.isWide ? homeSide : .empty
        case .sums where state.navigation.window.isWide: sumsPane
        case .budget where state.navigation.window.isWide: budgetPane
        case .questions where state.navigation.window.isWide: questionsPane
        case .forecast where state.navigation.window.isWide: forecastPane
        case .payOff(let account) where state.navigation.window.isWide: payOffPane(account)
        case .sums, .budget, .questions, .forecast, .payOff: .empty
        case .list where state.showsMonth: monthPane
        case .list:
            .element(.p, [.class("side-hint")], text: texts(.chooseOne))
        case .detail(let id):
            state.book[id].map { detail($0) } ?? .element(.p, [.class("side-hint")], text: texts(.loading))
        case .form: form
        case .entry:
            state.entry.form.map { entryForm($0) } ?? .element(.p, [.class("side-hint")], text: texts(.loading))
        }
    }

    /// A button with words on it.
    func button(
        _ text: String, class name: String, id: String? = nil, isDisabled: Bool = false, _ action: Action
    ) -> Node {
        .element(
            .button,
            [
                .class(name), .isButton, .attribute(.id, id), .flag(.disabled, isDisabled),
                .on(.click, action),
            ], text: text)
    }

    /// A button with a picture on it, which the style sheet draws.
    func icon(
        _ label: String, class name: String, id: String? = nil, isDisabled: Bool = false, _ action: Action
    ) -> Node {
        .element(
            .button,
            [
                .class("icon " + name), .isButton, .attribute(.id, id), .label(label),
                .attribute(.title, label), .flag(.disabled, isDisabled), .on(.click, action),
            ])
    }

    /// The top of the pane beside the list.
    func sideBar(id: String? = nil, _ more: [Node] = []) -> Node {
        .element(
            .header, [.class("bar")],
            [icon(texts(.back), class: "back", id: id, .screen(.back)), .element(.h2, text: sideTitle)] + more)
    }

    /// The bottom of a form.
    func formActions(isDisabled: Bool) -> Node {
        .element(
            .footer, [.class("actions")],
            [
                button(texts(.cancel), class: "quiet", .screen(.cancel)),
                .element(
                    .button, [.class("primary save"), .attribute(.type, "submit"), .flag(.disabled, isDisabled)],
                    text: texts(.save)),
            ])
    }
}
