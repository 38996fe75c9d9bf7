import Foundation

/// The variables that the program was started with.
enum Environment {
    /// Nil also for one that is set to nothing.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
