import DaybookCore
import Flux

/// What a to-do costs and when, as it was typed.
public struct Plan: Equatable {
    public var amount = ""
    public var day = ""

    public init(amount: String = "", day: String = "") {
        self.amount = amount
        self.day = day
    }

    /// Nothing at all is no amount, and no problem.
    static func amount(_ text: String, usual: Currency) -> Result<Amount?, MoneyError> {
        guard !text.isBlank else { return .success(nil) }
        do { return .success(try Amount(text, usual: usual)) } catch { return .failure(error) }
    }

    /// Puts amount and day into a to-do that is to be made, or says why not.
    func fill(_ draft: inout TodoDraft, usual: Currency) -> MoneyError? {
        switch Self.amount(amount, usual: usual) {
        case .success(let amount): draft.amount = amount
        case .failure(let error): return error
        }
        draft.plannedDay = CivilDate(day)
        return day.isEmpty || draft.plannedDay != nil ? nil : .badDay(day)
    }
}

extension Todo {
    /// This one with an amount or a day as it was typed; nil if the text is neither.
    func with(_ field: FormField, _ text: String, usual: Currency) -> Todo? {
        var changed = self
        switch field {
        case .title: changed = Todo.nameLens.set(self, text)
        case .description: changed = Todo.descriptionLens.set(self, text)
        case .notes: changed = Todo.notesLens.set(self, text)
        case .day:
            changed.plannedDay = CivilDate(text)
            if !text.isEmpty, changed.plannedDay == nil { return nil }
        case .amount:
            guard case .success(let amount) = Plan.amount(text, usual: usual) else { return nil }
            changed.amount = amount
        case .currency, .place, .note, .tags: return nil
        }
        return changed
    }
}
