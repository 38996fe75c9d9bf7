/// Which screen is shown, and in which window.
public struct NavigationState {
    /// The route in the address, but for the side: that is `isMoney`.
    public internal(set) var route = Route.list
    /// True where the money is shown, not the to-dos.
    public internal(set) var isMoney = false
    /// True where the browser's history has a step of ours that the next screen can take, instead of one more.
    var hasStepBack = false
    /// One at a time, whatever the screen.
    public internal(set) var overlay = Overlay.none
    /// The window as the browser told it last.
    public internal(set) var window = Window()
    /// True where the next key names a place.
    var awaitsPlace = false
    /// True where the page can be seen.
    var isVisible = true
}

/// The browser's window. Lengths are CSS pixels.
public struct Window: Equatable {
    /// The inner width; 1,024 until the browser reports it.
    public var width = 1_024
    /// How far the list is scrolled, and how far that of the other side was.
    public var scroll = 0
    var otherScroll = 0
    /// How much of the list can be seen at once.
    public var listHeight = 768

    /// True where it is being printed, with all rows.
    public var isPrinting = false

    /// True where things may move, as the person has it on this device.
    public var moves = false

    /// True where the places, the list and a pane fit side by side.
    public var isWide: Bool { width >= 900 }

    /// True where the list has something beside it, as app.css has it: the places, or, once they are open, details or a form.
    public var hasSideBar: Bool { width >= 720 }
}
