public import DaybookCore

/// A cover of a part of the screen until it is dealt with.
public enum Overlay: Equatable {
    case none
    /// The menu of a to-do or an entry, at a point in the window, in CSS pixels.
    case menu(EntityID, x: Int, y: Int)
    case settings
    case sync
    /// The search of the whole book.
    case search
    /// The sheet of the keys.
    case shortcuts
    /// A file, and what would become of it.
    case importing
    /// The lists, filters and tags to choose from, where they have no place beside the list.
    case places
    /// The form of a thing of a kind.
    case form
    /// The payees, the rules or the rates.
    case things(Kind)
    /// A statement of the bank beside the rows of its account.
    case statement
    /// Offers what a part of things can be.
    case change(ChangedPart)
    case question(Question)
}

extension Overlay {
    /// The start of the ids of its parts; also the id of the button that opens it, where nothing else is said.
    var name: String {
        switch self {
        case .none: ""
        case .menu: "menu"
        case .settings: "settings"
        case .sync: "sync"
        case .search: "search"
        case .shortcuts: "shortcuts"
        case .importing: "import"
        case .places: "places"
        case .form: "form"
        case .things(let kind): kind.nouns.text
        case .statement: "statement"
        case .change: "change"
        case .question(.lines): "paste"
        case .question(.subtasks): "subtasks"
        case .question(.reconciled): "reconciled"
        case .question(.list): "delete-list"
        }
    }
}

extension Screens {
    var overlay: Node {
        let (title, content): (String, [Node])
        switch state.navigation.overlay {
        case .none: return .empty
        case .menu(let id, let x, let y):
            return state.book[id].map { menu($0, x, y) } ?? state.book.entries[id].map { menu($0, x, y) }
                ?? state.book.transfer(id).map { menu($0, x, y) } ?? .empty
        case .search: return searchDialog
        case .settings: (title, content) = (texts(.settings), settings)
        case .sync: (title, content) = (texts(.sync), syncDialog)
        case .importing: (title, content) = (importTitle, importDialog)
        case .shortcuts: (title, content) = (texts(.shortcuts), shortcuts)
        case .change(let part): (title, content) = (texts(part.name), changes(part))
        case .question(let question): (title, content) = parts(of: question)
        case .places: (title, content) = (texts(state.navigation.isMoney ? .accounts : .lists), [places])
        case .things(.payee): (title, content) = (texts(.payees), payeeList)
        case .things(.rule): (title, content) = (texts(.rules), ruleList)
        case .things: (title, content) = (texts(.rates), rateList)
        case .statement:
            guard let form = state.statement.form else { return .empty }
            let account = state.book.account(form.account)?.name ?? ""
            (title, content) = (texts(.reconcileAccount, account), statementDialog(form))
        case .form:
            guard let form = state.form else { return .empty }
            (title, content) = (self.title(form), dialog(form))
        }
        return veil(
            .element(
                .div,
                [
                    .class("dialog"), .attribute(.role, "dialog"), .attribute(.ariaModal, "true"),
                    .attribute(.ariaLabelledby, "dialog-title"),
                ],
                [
                    .element(
                        .header, [.class("bar")],
                        [
                            .element(.h2, [.id("dialog-title")], text: title),
                            icon(
                                texts(.close), class: "close", id: state.navigation.overlay.name + "-close",
                                .screen(.closeOverlay)),
                        ])
                ] + content))
    }
}

extension State {

    /// The id of what opened the overlay, and has the focus again when that closes; nil for the row of the cursor.
    var opener: String? {
        let (overlay, isWide) = (navigation.overlay, navigation.window.hasSideBar)
        var name = overlay.name
        switch overlay {
        case .none, .settings, .sync: return name
        case .menu(let id, _, _):
            let isDetail = navigation.route == .detail(id)
            return (isDetail || isWide ? "more-" : "open-") + (isDetail ? "detail" : id.text)
        case .importing: return "settings"
        case .search: return "search-all"
        case .change(let part): return part.opener
        case .question(.lines): return "new"
        case .question(.subtasks): return navigation.route == .list ? nil : "detail-check"
        case .shortcuts, .question(.reconciled): return nil
        // Under a drawer that is closed by then.
        case .places: return placesID
        case .things: break
        case .question(.list): name = "new-list"
        case .statement: name = "reconcile"
        case .form:
            switch form?.kind {
            case let kind? where !kind.isOfMoney: name = "new-list"
            case .envelope?: return "new-envelope"
            case .transfer?:
                if let id = form?.id { return "open-" + id.text }
                name = "new-transfer"
            default: name = "new-account"
            }
        }
        return isWide ? name : placesID
    }

    /// The id of what opens the drawer with the places, where there is one.
    var placesID: String { navigation.window.hasSideBar ? "settings" : navigation.isMoney ? "places" : "tab-all" }
}

extension Reducer {
    /// Opens a dialog, with the focus on its cross.
    mutating func open(_ overlay: Overlay, _ state: inout State) { open(overlay, overlay.name + "-close", &state) }

    /// - Parameter first: the id of the part that gets the focus.
    mutating func open(_ overlay: Overlay, _ first: String, _ state: inout State) {
        state.gesture = .none
        state.navigation.overlay = overlay
        focus(on: first)
    }

    /// Closes the menu of a row, if one is open.
    mutating func closeMenu(_ state: inout State) {
        if case .menu = state.navigation.overlay { closeOverlay(&state) }
    }

    /// Keeps what is typed in a dialog that closes, until it is opened again.
    func keepDialog(_ state: inout State) {
        if state.navigation.overlay == .form, let form = state.form { state.drafts.waiting.append(form.draft) }
        if let words = state.words { state.drafts.waiting.append(words) }
        if state.navigation.overlay == .statement, let form = state.statement.form {
            state.drafts.waiting.append(form.draft)
        }
        state.drafts.waiting.removeAll { $0.values.isEmpty }
    }

    /// Closes what covers the screen, with what it alone shows. It may lie on another overlay, which is shown again.
    @inline(never)
    mutating func closeOverlay(_ state: inout State) {
        let (overlay, opener) = (state.navigation.overlay, state.opener)
        state.navigation.overlay = .none
        switch overlay {
        case .none: return
        case .settings: state.settings.badCurrency = nil
        case .importing:
            state.importing.close()
            if state.importing.subject == .rules { return open(.things(.rule), "rules-apply", &state) }
        case .question(.lines): state.todos.pastedLines = []
        case .question(.reconciled):
            state.accounts.asked = nil
            if state.form != nil { return open(.form, &state) }
        case .question(.list): if state.form != nil { return open(.form, &state) }
        case .statement: next.append(.statement(.close))
        case .form:
            let kind = state.form?.kind
            state.form = nil
            if let kind, [.payee, .rule, .rate].contains(kind) { return open(.things(kind), &state) }
        case .question(.subtasks(.toggle(let id), _)), .question(.subtasks(.toggleAndGoOn(let id), _)):
            if opener == nil { return focus(id, &state) }
        case .question(.subtasks), .menu, .sync, .search, .shortcuts, .places, .things, .change: break
        }
        if let opener { focus(on: opener) } else { focus(state.selection.cursor, &state) }
    }
}
