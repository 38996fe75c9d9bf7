import Foundation

/// How the files that this process may have open are shared out. Without any left neither can a book be read nor a
/// connection be taken, and the runtime itself dies where it needs one.
struct FileBudget {
    /// How many connections there may be at once, each of which is one file. Who comes after waits until one ends.
    let connections: Int
    /// How many books may be open at once.
    let books: Int

    /// About how many files are open before anybody comes.
    private static let own = 32
    /// How many a book has open at most: the file, its log and its index for each of its readers and its writer.
    private static let perBook = 18

    /// - Parameter limit: how many files there may be.
    init(limit: Int) {
        connections = max(1, (limit - Self.own) / 2)
        books = max(1, (limit - Self.own) / 2 / Self.perBook)
    }

    /// The budget of this process, which may open as many as the system allows from now on.
    static let ofProcess = {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(files, &limit)
        // Many systems allow a process few at first, and more if it asks.
        limit.rlim_cur = limit.rlim_max
        setrlimit(files, &limit)
        getrlimit(files, &limit)
        return FileBudget(limit: Int(clamping: limit.rlim_cur))
    }()
}
