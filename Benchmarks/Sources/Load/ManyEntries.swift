/// Ten years of 12 accounts, with tags, and transfers among them. As Actual would export them.
public enum ManyEntries {
    public static let tags = [
        "food", "home", "car", "work", "fun", "health", "kids", "travel", "gifts", "books", "tools", "tax",
    ]

    /// - Parameter count: how many entries; a tenth as many rows more are sides of transfers.
    public static func csv(_ count: Int) -> String {
        var text = "Account,Date,Payee,Notes,Category,Amount\n"
        for number in 0..<count {
            let (year, rest) = (2016 + number * 10 / count, number * 10 % count * 336 / count)
            let day = "\(year)-\(two(rest / 28 + 1))-\(two(rest % 28 + 1))"
            let account = number / 20 % 12 + 1
            if number % 20 == 0 {
                text += "Account \(account),\(day),Account \(account % 12 + 1),,,-50\n"
                text += "Account \(account % 12 + 1),\(day),Account \(account),,,50\n"
            }
            text += "Account \(account),\(day),Shop \(number % 50),note \(number),\(tags[number * 7 % 12]),"
            text += "-\(number % 977 + 1).\(number % 10)\n"
        }
        return text
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
