import Foundation

/// Addresses by which other devices find this machine.
enum NetworkAddresses {
    /// The addresses of the network interfaces that are up: of IPv4, then of IPv6, without what only the machine itself or a
    /// neighbour on the same cable can use. As a URL has them, in brackets where needed.
    static func all() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [(isIPv6: Bool, text: String)] = []
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = Int32(truncatingIfNeeded: interface.ifa_flags)
            guard let address = interface.ifa_addr, flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0
            else { continue }
            let family = Int32(address.pointee.sa_family)
            let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            guard family == AF_INET || family == AF_INET6 else { continue }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // A zone, as of fe80::1%eth0, means something to this machine alone.
            guard !text.contains("%"), !text.hasPrefix("169.254.") else { continue }
            addresses.append((family == AF_INET6, family == AF_INET6 ? "[\(text)]" : text))
        }
        return addresses.filter { !$0.isIPv6 }.map(\.text) + addresses.filter(\.isIPv6).map(\.text)
    }

    /// Tells what to type on another device, where the server says that it is at `url`. One that listens everywhere is at each
    /// address of the machine, `all`.
    static func typable(_ url: String, all: [String]) -> [String] {
        for everywhere in ["://0.0.0.0", "://[::]"] {
            guard let range = url.range(of: everywhere) else { continue }
            return all.map { url.replacingCharacters(in: range, with: "://" + $0) }
        }
        return [url]
    }
}
