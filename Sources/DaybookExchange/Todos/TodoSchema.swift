public import DaybookCore

/// The two schemas of to-dos in `openapi.yaml`, from the list of their fields.
public enum TodoSchema {
    /// What a client sends (`TodoInput`) and what it is answered (`Todo`), indented as they stand below `schemas:`.
    public static func yaml(_ fields: FieldList<Todo> = Todo.fields) -> String {
        let members = TodoMember.members(fields)
        var input: [String] = []
        var answer = ["id: {type: string, pattern: \"^[0-9a-f]{32}$\"}", "url: {type: string, format: uri}"]
        var required = ["id", "url"]
        for member in members {
            let note = notes[member.spec.field].map { ", description: \($0)" } ?? ""
            let name = member.name
            switch member.form {
            case .text:
                let bounds = member.spec.field == .title ? ", minLength: 1, maxLength: \(TodoError.longestTitle)" : ""
                input.append(
                    "\(name): {type: \(member.spec.isOptional ? "[string, \"null\"]" : "string")\(bounds)\(note)}")
                answer.append("\(name): {type: string\(note)}")
            case .day:
                input.append("\(name): {type: [string, \"null\"], format: date\(note)}")
                answer.append("\(name): {type: string, format: date\(note)}")
                if let other = member.otherName {
                    input.append(
                        "\(other): {type: [string, \"null\"], format: date, deprecated: true, description: As \(name)}")
                    answer.append("\(other): {type: string, format: date, deprecated: true, description: As \(name)}")
                }
            case .timeOfDay:
                let pattern = "pattern: \"^[0-2][0-9]:[0-5][0-9](\\\\[[A-Za-z0-9+/_-]{1,64}\\\\])?$\""
                input.append("\(name): {type: [string, \"null\"], \(pattern)\(note)}")
                answer.append("\(name): {type: string, \(pattern)\(note)}")
            case .time:
                if member.isInput { input.append("\(name): {type: [string, \"null\"], format: date-time\(note)}") }
                answer.append("\(name): {type: string, format: date-time\(note)}")
            case .completion:
                input.append("completed: {type: boolean}")
                answer.append("completed: {type: boolean}")
                answer.append("\(name): {type: [string, \"null\"], format: date-time}")
                required.append("completed")
            case .repeats(let mode):
                let modes = RepeatMode.allCases.map(\.name).joined(separator: ", ")
                let kind = "{type: string, enum: [\(modes)]}"
                input.append("\(name): {type: [string, \"null\"]\(note)}")
                input.append("\(mode): \(kind)")
                answer.append("\(name): {type: string\(note)}")
                answer.append("\(mode): \(kind)")
            case .occurrence(let series):
                answer.append("\(series): {type: string, description: The id of the repeating to-do that it is one of}")
                answer.append("\(name): {type: integer\(note)}")
            case .order:
                input.append("\(name): {type: number\(note)}")
                answer.append("\(name): {type: number\(note)}")
            case .amount(let currency):
                let code =
                    "A code of ISO 4217; the usual one if it is left out. A change of it alone is one of the amount"
                input.append("\(name): {type: [string, \"null\"]\(note)}")
                input.append(
                    "\(currency): {type: [string, \"null\"], pattern: \"^[A-Za-z]{3}$\", description: \(code)}")
                answer.append("\(name): {type: string, pattern: \"^[0-9]+([.][0-9]+)?$\"\(note)}")
                answer.append("\(currency): {type: string, pattern: \"^[A-Z]{3}$\"}")
            }
            switch member.form {
            case .completion: required.append(name)
            case .order: break
            default: if !member.spec.isOptional { required.append(name) }
            }
        }
        required.append("synced")
        answer.append("synced: {type: boolean}")
        func schema(_ name: String, _ required: [String], _ properties: [String]) -> String {
            "    \(name):\n      type: object\n"
                + (required.isEmpty ? "" : "      required: [\(required.joined(separator: ", "))]\n")
                + "      properties:\n" + properties.map { "        \($0)\n" }.joined()
        }
        return schema("TodoInput", [], input) + schema("Todo", required, answer)
    }

    /// What the name doesn't say.
    private static let notes: [Field: String] = [
        .todoPosition: "\"Its place, lower first\"",
        .amount: "\"What it costs, such as \\\"12.50\\\"; checking it books an expense\"",
        .due: "The day on which it, and its amount, is due",
        .dueTime: "\"When on that day, such as 15:00 of the clock where the person is, or 15:00[Europe/Berlin]\"",
        .start: "\"The day on which it is to be begun. One later than due becomes due, and it moves along with due\"",
        .startTime: "As dueTime",
        .todayDay: "The day on which a person put it on Today",
        .repeats: "\"An RRULE of RFC 5545 by which it comes again, such as FREQ=WEEKLY;BYDAY=MO\"",
        .occurrence: "\"Its number, from 1 on\"",
    ]
}
