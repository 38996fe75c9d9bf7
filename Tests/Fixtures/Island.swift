import Foundation

/// A machine of its own for one server: a network namespace with a cable to its clients, and one to its database that can
/// be cut.
public final class Island: Sendable {
    private let name: String
    /// Where its server listens, where its clients are, and where it finds its database.
    public let (host, clients, database): (String, String, String)

    /// True where this user may make network namespaces and mount file systems.
    public static let arePossible: Bool = {
        guard getuid() == 0, let island = try? Island(9) else { return false }
        return (try? island.run("mount -t tmpfs tmpfs /mnt && umount /mnt")) != nil
    }()

    /// - Parameter number: below 60, another one for each at a time.
    public init(_ number: Int) throws {
        name = "daybook-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
        // Of a network that is meant for tests (RFC 2544).
        (host, clients, database) = ("198.18.\(number).2", "198.18.\(number).1", "198.18.\(number).5")
        // Those of a process that was killed are there still.
        try run(
            """
            for old in $(ip netns list | grep -o '^daybook-[0-9]*-[0-9]*'); do
                pid=${old#daybook-}
                kill -0 "${pid%-*}" 2>/dev/null || ip netns del "$old"
            done
            ip netns add "$0"
            ip -n "$0" link set lo up
            ip link add "dbk$1c" type veth peer name clients netns "$0"
            ip link add "dbk$1d" type veth peer name database netns "$0"
            ip addr add "198.18.$1.1/30" dev "dbk$1c"
            ip addr add "198.18.$1.5/30" dev "dbk$1d"
            ip -n "$0" addr add "198.18.$1.2/30" dev clients
            ip -n "$0" addr add "198.18.$1.6/30" dev database
            for end in "dbk$1c" "dbk$1d"; do ip link set "$end" up; done
            for end in clients database; do ip -n "$0" link set "$end" up; done
            """, "\(number)")
    }

    deinit { try? run(#"ip netns del "$0""#) }

    /// What comes before a command that is to run there.
    public var command: [String] { ["/usr/sbin/ip", "netns", "exec", name] }

    /// From now on nothing that its server sends comes to the database, and nobody tells the server: its packets go to a
    /// device that isn't there.
    public func cut() throws {
        try run(#"ip -n "$0" neigh replace "$1" lladdr 02:00:00:00:00:99 dev database nud permanent"#, database)
    }

    /// Mends what was cut.
    public func mend() throws { try run(#"ip -n "$0" neigh del "$1" dev database"#, database) }

    private func run(_ script: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", script, name] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.begin()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
