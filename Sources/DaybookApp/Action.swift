/// Everything that can happen to the app. Dispatching one is the only way to change its state.
public indirect enum Action {
    case item(ItemAction)
    case todos(TodosAction)
    case lists(ListsAction)
    case subtasks(SubtasksAction)
    case screen(ScreenAction)
    case editing(EditingAction)
    case money(MoneyAction)
    case account(AccountAction)
    case selection(SelectionAction)
    case gesture(GestureAction)
    case settings(SettingsAction)
    case reminders(RemindersAction)
    case sync(SyncAction)
    case importing(ImportAction)
    case outside(OutsideEvent)
    /// Nothing changes, but the event counts as handled.
    case ignore
}
