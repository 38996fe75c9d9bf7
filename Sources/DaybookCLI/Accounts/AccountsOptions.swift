import ArgumentParser
import DaybookServer

/// Which accounts a command is about.
struct AccountsOptions: ParsableArguments {
    @Option(
        name: .customLong("accounts"),
        help: ArgumentHelp(
            "The folder of the accounts, instead of daybook/accounts in $XDG_DATA_HOME (~/.local/share).",
            valueName: "folder"),
        completion: .directory, transform: TypedText.plain)
    var folder: String?

    /// To be closed in the end.
    func open() throws -> Accounts { try Accounts(folder: location()) }

    func location() throws -> String {
        if let folder { return folder }
        return try BookOptions.dataFolder { Environment.variable($0) } + "/accounts"
    }
}
