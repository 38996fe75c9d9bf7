import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct TodayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: "Show what is to be done today, and what was finished.",
        discussion: """
            Today has what starts or is due by today, and what 'daybook edit ITEM --today' put there. What has come on an \
            earlier day stands under "From earlier" until it is done. 'daybook move ITEM --today --before ITEM' puts it to \
            another place.
            """)

    @Flag(help: "First put everything from earlier on today.")
    var moveEarlier = false

    @Flag(help: "First take everything from earlier off Today. What is overdue stays.")
    var dropEarlier = false

    @Flag(help: "Print the items as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        if moveEarlier, dropEarlier { throw ValidationError("Give one of --move-earlier and --drop-earlier.") }
    }

    func run() throws {
        let day = CivilDate.local()
        if moveEarlier || dropEarlier {
            try book.write { book in
                for row in try book.reader.today(day).earlier {
                    try book.carryOut(.edit(.todo, row.todo.id, moveEarlier ? .onToday(day) : row.todo.offToday(day)))
                }
            }
        }
        let today = try book.read { try $0.today(day) }
        var output = Output()
        if json {
            output.append(TodoJSON.numbered.list(today.earlier + today.today + today.finished))
        } else if today.earlier.isEmpty, today.today.isEmpty, today.finished.isEmpty {
            output.append("There is nothing to do today.\n")
        } else {
            let count = today.finished.count
            output.append(sections: [
                ("From earlier", today.earlier), ("Today", today.today),
                ("Finished today (\(count))", today.finished),
            ])
        }
        try output.flush()
    }
}

struct UpcomingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upcoming", abstract: "Show the to-dos that have a day, by day; overdue ones first.")

    @Flag(help: "Print the items as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let coming = try book.read { try $0.coming(from: .local()) }
        var output = Output()
        if json {
            output.append(TodoJSON.numbered.list(coming.overdue + coming.days.flatMap(\.items)))
        } else if coming.overdue.isEmpty, coming.days.isEmpty {
            output.append("No to-do has a day. Give one with daybook edit ITEM --due DAY.\n")
        } else {
            output.append(sections: [("Overdue", coming.overdue)] + coming.days.map { ($0.day.text, $0.items) })
        }
        try output.flush()
    }
}

extension Output {
    /// To-dos under headings; a section without any has none.
    fileprivate mutating func append(sections: [(heading: String, rows: [TodoRow])]) {
        let clock = LocalTime.clocks()
        var isFirst = true
        for section in sections where !section.rows.isEmpty {
            if !isFirst { append("\n") }
            isFirst = false
            heading(section.heading)
            for row in section.rows { append(line: row, clock) }
        }
    }
}
