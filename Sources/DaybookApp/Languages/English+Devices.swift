import DaybookCore

func deviceWordsInEnglish(_ phrase: DevicePhrase) -> Literal {
    switch phrase {
    case .notified: "Devices that get notifications"
    case .revokeHint: "A device that you remove gets no more notifications, and is signed out."
    case .someDevice: "A device"
    case .thisDevice: "% (this device)"
    case .since: "%1, since %2"
    case .revoke: "Remove"
    case .revokeOne: "Remove: %"
    case .changedElsewhere:
        "Deleted, but 1 of these was changed elsewhere before: %2|Deleted, but %1 of these were changed elsewhere before: %2"
    case .bringBack: "Bring back"
    case .cantRead: "What is kept here can't be read at the moment"
    case .cantReadHint: "It isn't lost. The app tries again by itself, and shows it then."
    case .sharedBy: "The website % hands over this file."
    case .sharedBySite: "A website that doesn't say its name hands over this file."
    case .sharedByProgram: "Another program hands over this file."
    case .sharedHint: "Look at it only if you chose that yourself. Nothing is written before you import it."
    case .lookAtFile: "Look at the file"
    case .heldTooShort: "Nothing was recorded. Hold the button while you speak."
    }
}
