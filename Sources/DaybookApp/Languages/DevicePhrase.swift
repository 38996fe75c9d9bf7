import DaybookCore

/// The texts about this device, other devices and what comes from elsewhere, as `Phrase` has the others.
enum DevicePhrase: CaseIterable {
    // The devices that the server reminds
    case notified
    case revokeHint
    /// What one is called of which neither browser nor system is known.
    case someDevice
    /// The device.
    case thisDevice
    /// The device, and since when it is reminded.
    case since
    case revoke
    /// What `revoke` does, to be heard with the device.
    case revokeOne

    // What two devices changed
    /// How many; which.
    case changedElsewhere
    case bringBack

    // What the browser keeps
    case cantRead
    case cantReadHint

    // What others hand over
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
