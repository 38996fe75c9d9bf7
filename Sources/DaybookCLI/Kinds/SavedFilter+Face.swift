import ArgumentParser
import DaybookCore

extension SavedFilter: FacedKind {
    static let face = KindFace<SavedFilter>(
        abstract: "Show the saved filters, or make, change and delete them.",
        discussion:
            "'daybook list --saved NAME' shows what a filter asks for. 'daybook help list' has the terms of a query.",
        shows: "Show the filters, and what each asks for.", adds: "Save a filter, the last of them.",
        edits: "Rename a filter, or change its place or what it asks for.", made: "Saved",
        start: "To save one, run: daybook filters add Soon 'due<=today+7'",
        options: [
            FieldOption(
                .query, "query", .text, isNeeded: true, option: "where", value: "query",
                argument: "What it asks for, as 'daybook list --where' takes it.", help: "What it is to ask for.",
                read: query)
        ])

    /// A query that can be read, as it was typed.
    private static func query(_ text: String) throws -> TypedValue {
        let text = TypedText.plain(text)
        if text.isBlank { throw ValidationError("A filter needs a query. Type a term such as 'due<=today+7'.") }
        do throws(QueryError) { _ = try TodoQuery(text) } catch { throw ValidationError(error.message) }
        return TypedValue(.text(text))
    }
}
