import Fixtures

/// What may go wrong in one run. Each seed switches some of it on, so that faults also meet without the others.
struct Faults {
    var drops = 0
    var duplicates = 0
    var partitions = 0
    var crashes = 0
    var brokenWrites = 0
    var restores = 0
    var skews = 0
    /// How often somebody pushes who is after the limit of stamps.
    var hostility = 0
    /// How often a newer program writes what this one doesn't know.
    var novelties = 0
    /// How often an app of CalDAV gets or stores something, beside what the server's people do.
    var calendars = 0
    /// How many devices in a hundred have a program that is too old or too new for the server.
    var foreignVersions = 0
    /// The longest that time stands still between two steps, in milliseconds.
    var longestPause: Int64 = 10_000
    /// How many registers a pull page usually has.
    var pageSize = 5_000
    /// How many registers a push has at the most.
    var pushSize = 1_000
    var usesFiles = false

    init(using random: inout SeededRandom) {
        if random.chance(50) { drops = random.below(40) }
        if random.chance(50) { duplicates = random.below(40) }
        if random.chance(40) { partitions = random.below(20) }
        if random.chance(50) { crashes = random.below(15) }
        if random.chance(50) { brokenWrites = random.below(25) }
        if random.chance(40) { restores = random.below(12) }
        if random.chance(50) { skews = random.below(15) }
        if random.chance(20) { foreignVersions = 30 }
        let pauses: [Int64] = [50, 10_000, 600_000, 86_400_000, 90 * 86_400_000]
        longestPause = random.pick(pauses) ?? longestPause
        if random.chance(50) { pageSize = 1 + random.below(6) }
        if random.chance(30) { pushSize = 1 + random.below(6) }
        usesFiles = random.chance(3)
        if random.chance(30) { hostility = random.below(15) }
        if random.chance(40) { novelties = random.below(25) }
        if random.chance(25) { calendars = random.below(40) }
    }
}
