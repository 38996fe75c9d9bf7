import DaybookCore

/// A device that the server reminds.
struct NotifiedDevice: Equatable {
    let number: String
    /// Its browser and system; empty where neither is known.
    let name: String
    let since: Timestamp
    let isOwn: Bool

    /// Reads them from an answer of the server.
    static func all(in bytes: [UInt8]) -> [NotifiedDevice] {
        let lines = (try? ImportAnswer(bytes: bytes))?.lines ?? []
        return lines.map { line in
            NotifiedDevice(
                number: line.id, name: line.text, since: Timestamp(milliseconds: Int64(min(line.number, 1 << 50))),
                isOwn: !line.value.isEmpty)
        }
    }
}

extension Screens {
    /// The devices that the server reminds, each of which can be signed out.
    var notifiedDevices: [Node] {
        guard !state.settings.devices.isEmpty else { return [] }
        return [.element(.p, text: texts(.notified))]
            + state.settings.devices.map { device in
                let name = device.name.isEmpty ? texts(.someDevice) : device.name
                let day = texts.day(world.day(at: device.since), from: state.today)
                return .element(
                    .div, [.class("field device")],
                    [
                        .element(
                            .p, text: texts(.since, device.isOwn ? texts(.thisDevice, name) : name, day)),
                        .element(
                            .button,
                            [
                                .isButton, .class("choice"), .label(texts(.revokeOne, name)),
                                .on(.click, .settings(.revokeDevice(device.number))),
                            ], text: texts(.revoke)),
                    ])
            } + [.element(.p, [.class("hint")], text: texts(.revokeHint))]
    }
}
