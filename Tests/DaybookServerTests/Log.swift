import Logging
import Synchronization

/// Keeps what is logged as a warning or an error.
final class Log: LogHandler {
    private let events = Mutex<[LogEvent]>([])
    var errors: [String] { events.withLock { $0.filter { $0.level == .error }.map { "\($0.message)" } } }
    /// Each with its values, as the warnings.
    var errorLines: [String] { events.withLock { $0.filter { $0.level == .error }.map { Self.line($0) } } }
    var warnings: [String] {
        events.withLock { $0.filter { $0.level == .warning }.map { Self.line($0) } }
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .warning }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { events.withLock { $0.append(event) } }

    private static func line(_ event: LogEvent) -> String {
        let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return (values + ["\(event.message)"]).joined(separator: " ")
    }
}
