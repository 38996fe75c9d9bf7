extension Timestamp {
    /// The moment at which clocks show a day and a minute of it.
    ///
    /// A time that comes twice is its first; one that clocks leap over is reckoned with the offset from before the leap
    /// (RFC 5545, 3.3.5).
    ///
    /// - Parameter offset: how many seconds clocks are ahead of UTC at a moment.
    public init(_ day: CivilDate, minute: Int64, offset: (Timestamp) -> Int64) {
        let shown = day.daysSince1970 * 86_400_000 + minute * 60_000
        // Offsets are of less than a day, and no zone changes twice within two.
        let before = offset(Timestamp(milliseconds: shown - 86_400_000))
        let after = offset(Timestamp(milliseconds: shown + 86_400_000))
        let (first, second) = (
            Timestamp(milliseconds: shown - before * 1_000), Timestamp(milliseconds: shown - after * 1_000)
        )
        if offset(first) == before {
            self = offset(second) == after ? min(first, second) : first
        } else {
            self = offset(second) == after ? second : first
        }
    }
}
