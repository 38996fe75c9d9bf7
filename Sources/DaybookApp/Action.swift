public import DaybookCore

/// Everything that can happen to the app. Dispatching one is the only way to change its state.
public indirect enum Action {
    case item(ItemAction)
    case todos(TodosAction)
    case lists(ListsAction)
    case subtasks(SubtasksAction)
    case screen(ScreenAction)
    case editing(EditingAction)
    case money(MoneyAction)
    case record(RecordAction)
    case completion(CompletionAction)
    case entry(EntryAction)
    case report(ReportAction)
    case budget(BudgetAction)
    case forecast(ForecastAction)
    case account(AccountAction)
    case form(FormAction)
    case statement(StatementAction)
    case search(SearchAction)
    case selection(SelectionAction)
    case gesture(GestureAction)
    case settings(SettingsAction)
    case reminders(RemindersAction)
    case sync(SyncAction)
    case importing(ImportAction)
    case outside(OutsideEvent)
    /// Carries out what a feature asks for as one step that can be undone, then goes on if all could be done.
    case perform([BookAction], typed: UnsavedInput = .nothing, then: [Action] = [])
    /// Shows a message for a moment.
    case say(Notice)
    /// Nothing changes, but the event counts as handled.
    case ignore
}
