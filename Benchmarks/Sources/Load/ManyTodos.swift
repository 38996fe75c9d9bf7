import Foundation

/// To-dos of some years as a person has them: four of five finished, days for a third of the open ones, tags, and series
/// of all modes. As the CSV that `daybook import --todos` reads.
public enum ManyTodos {
    public static func csv(_ count: Int, series: Int) -> String {
        let tags = ["home", "work", "garden", "phone", "errand", "reading", "club", "health"]
        let rules = ["FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=1", "FREQ=DAILY;INTERVAL=3", "FREQ=YEARLY"]
        let modes = ["every", "passing", "after-done"]
        var text = "title,notes,due,dueTime,start,repeat,priority,tags,completedAt\n"
        for number in 0..<count {
            let isSeries = number < series
            let isDone = !isSeries && number % 5 != 0
            var (due, time, start, rule, done) = ("", "", "", "", "")
            if isSeries {
                due = day(number % 40 - 2)
                rule = "\"\(modes[number % 3]) 1 1 \(due) \(rules[number % 4])\""
            } else if isDone {
                done = day(-1 - number % 1_500) + "T08:30:00.000Z"
            } else if number % 3 == 0 {
                // Few are late; most are to come.
                due = day(number % 700 - 7)
                if number % 4 == 0 { time = "17:30" }
                if number % 6 == 0 { start = day(number % 700 - 10) }
            }
            let words = "\(tags[number % 8])" + (number % 4 == 0 ? ",\(tags[(number / 8 + 3) % 8])" : "")
            text += "Item \(number) of many,\(number % 7 == 0 ? "Where to find it" : ""),\(due),\(time),\(start),"
            text += "\(rule),"
            text += "\(number % 11 == 0 ? "high" : ""),\(number % 2 == 0 ? "\"\(words)\"" : ""),\(done)\n"
        }
        return text
    }

    /// So many days after today.
    private static func day(_ offset: Int) -> String {
        let date = Calendar(identifier: .gregorian).date(byAdding: .day, value: offset, to: Date()) ?? Date()
        return date.formatted(.iso8601.year().month().day())
    }
}
