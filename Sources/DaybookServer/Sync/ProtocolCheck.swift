import DaybookCore
import HTTPTypes
import Hummingbird

/// Finds the version of the protocol that both sides speak, and tells a client with which there is none what to do.
enum ProtocolCheck {
    static func version(for request: Request) throws(Problem) -> UInt64 {
        try version(for: request.headers[.daybookProtocol])
    }

    /// The newest version of those that the client offers, such as `1, 2`. One that offers none speaks the first.
    static func version(
        for offer: String?, spoken: ClosedRange<UInt64> = oldestProtocolVersion...protocolVersion
    ) throws(Problem) -> UInt64 {
        let words = (offer ?? "1").split(separator: ",").map { String($0).trimmed }
        let offered = words.compactMap { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? UInt64($0) : nil }
        guard !words.isEmpty, offered.count == words.count else {
            throw Problem(
                .badRequest,
                "The header Daybook-Protocol is \"\(offer ?? "")\". It has to name versions of the sync protocol, such as 1, 2."
            )
        }
        if let common = offered.filter({ spoken.contains($0) }).max() { return common }
        let side =
            (offered.max() ?? 0) < spoken.lowerBound
            ? "This device's Daybook is too old for the server; update it here."
            : "The server's Daybook is older than this device's; update it there."
        var problem = Problem(
            .badRequest,
            "\(side) The device speaks version \(offer ?? "1") of the sync protocol, the server "
                + (spoken.count == 1 ? "\(spoken.lowerBound)." : "\(spoken.lowerBound) to \(spoken.upperBound)."))
        problem.headers[.daybookProtocol] = spoken.map { "\($0)" }.joined(separator: ", ")
        throw problem
    }
}

extension HTTPField.Name {
    /// The versions of the sync protocol that a client speaks, and the one that the server answers in.
    static let daybookProtocol = HTTPField.Name("Daybook-Protocol")!
}
