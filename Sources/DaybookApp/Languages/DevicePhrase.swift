import DaybookCore

/// The texts about this device, other devices and what comes from elsewhere, as `Phrase` has the others.
enum DevicePhrase: CaseIterable {
    // The devices that the server reminds
    case notified
    case revokeHint
    /// The name of a device whose browser and system aren't known.
    case someDevice
    /// The device.
    case thisDevice
    /// The device, and since when it is reminded.
    case since
    case revoke
    /// Says what `revoke` does, to be heard with the device.
    case revokeOne

    // Changes that two devices made
    /// How many; which.
    case changedElsewhere
    case bringBack

    // Data that the browser keeps
    case cantRead
    case cantReadHint

    // Files and texts that others hand over
    /// The address of a website.
    case sharedBy
    case sharedBySite
    case sharedByProgram
    case sharedHint
    case lookAtFile

    case heldTooShort
}

extension Language {
    /// A text with values in its places.
    @inline(never)
    func callAsFunction(_ phrase: DevicePhrase, _ first: String = "", _ second: String = "") -> String {
        deviceText(phrase).text(first, second)
    }

    /// A text with a number, and a value behind it.
    @inline(never)
    func callAsFunction(_ phrase: DevicePhrase, _ number: Int, _ second: String) -> String {
        deviceText(phrase).text(form: form(number), Self.grouped(String(number)), second)
    }
}
