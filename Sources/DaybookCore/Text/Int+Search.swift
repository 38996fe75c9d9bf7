extension Int {
    /// Finds the first number from 0 on of which something holds that holds of all behind it, too. It is `end` where that
    /// holds of none before.
    public static func first(before end: Int, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, end)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
