import DaybookApp

extension PageTexts {
    static let english = PageTexts(
        language: .english,
        name: "Name",
        password: "Password",
        signIn: "Sign in",
        signOut: "Sign out",
        open: "Open the book",
        goOn: "Go on",
        nothing: "There is nothing at this address.",
        signedIn: "Signed in as ",
        signOutHint: "Signing out removes the book from this browser. What isn't synced yet is lost.",
        othersBook:
            "This browser holds the book of another account. It has to go before you sign in; what isn't synced yet is lost.",
        replace: "Remove it",
        stillSignedIn: "You are still signed in. ",
        refusal: { Problem($0).detail })
}
