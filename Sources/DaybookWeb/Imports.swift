// Functions of host.js for the app. Texts are UTF-8; nothing of the memory is kept after the call.

/// The number of the first new page, or -1.
@_extern(wasm, module: "env", name: "grow") @_extern(c)
func growMemory(_ pages: Int) -> Int

@_extern(wasm, module: "env", name: "random") @_extern(c)
func fillRandomly(_ pointer: UnsafeMutableRawPointer, _ count: Int)

/// Milliseconds since 1970.
@_extern(wasm, module: "env", name: "now") @_extern(c)
func wallClock() -> Double

/// How many minutes the local time is ahead of UTC at a moment.
@_extern(wasm, module: "env", name: "offset") @_extern(c)
func minutesAheadOfUTC(_ milliseconds: Double) -> Int32

/// The same in the zone of a name; less than -10,000 where the browser doesn't know the zone.
@_extern(wasm, module: "env", name: "zone") @_extern(c)
func minutesAheadInZone(_ name: UnsafePointer<UInt8>?, _ count: Int, _ milliseconds: Double) -> Int32

@_extern(wasm, module: "env", name: "log") @_extern(c)
func writeLog(_ text: UnsafePointer<UInt8>?, _ count: Int)

/// Lets `unstored` be called once there is time, and stores it. Answers with `stored` or `notStored` for each token.
@_extern(wasm, module: "env", name: "store") @_extern(c)
func storeLater()

/// Sends a POST with the body, or a GET if it is empty. Answers with `answer`.
@_extern(wasm, module: "env", name: "send") @_extern(c)
func sendRequest(
    _ token: Int, _ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ body: UnsafePointer<UInt8>?, _ bodyCount: Int)

@_extern(wasm, module: "env", name: "wake") @_extern(c)
func wakeLater(_ token: Int, _ milliseconds: Int)

@_extern(wasm, module: "env", name: "visit") @_extern(c)
func visitPath(_ path: UnsafePointer<UInt8>?, _ count: Int, _ replaces: Bool)

@_extern(wasm, module: "env", name: "focus") @_extern(c)
func focusElement(_ id: UnsafePointer<UInt8>?, _ count: Int, _ selects: Bool)

@_extern(wasm, module: "env", name: "scroll") @_extern(c)
func scrollList(_ offset: Int)

/// Lets `history` be called once there is time, to keep it for the next start of this tab.
@_extern(wasm, module: "env", name: "remember") @_extern(c)
func rememberLater()

/// Listens to the microphone, or stops. Answers with `recorded`.
@_extern(wasm, module: "env", name: "listen") @_extern(c)
func listenToMicrophone(_ starts: Bool)

/// Keeps bytes under the path at which the server takes them, and puts them there once it can be reached. Answers with
/// `kept`.
@_extern(wasm, module: "env", name: "keep") @_extern(c)
func keepBytes(_ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ bytes: UnsafePointer<UInt8>?, _ count: Int)

/// Sends a POST (0) with the file that was chosen last, or without; or a DELETE (1), or a GET (2). Asks for a text. Answers
/// with `answer`.
@_extern(wasm, module: "env", name: "ask") @_extern(c)
func askServer(_ token: Int, _ path: UnsafePointer<UInt8>?, _ count: Int, _ method: Int, _ bringsFile: Bool)

/// Plays the sound that is kept under a path, or that the server has there.
@_extern(wasm, module: "env", name: "play") @_extern(c)
func playSound(_ path: UnsafePointer<UInt8>?, _ count: Int)

/// Has the server notify this device (1), or no longer (0), or tells it what is new about the device (2). Answers with
/// `notifying`, but for the last.
@_extern(wasm, module: "env", name: "notify") @_extern(c)
func notifyDevice(_ mode: Int, _ texts: UnsafePointer<UInt8>?, _ count: Int)

/// Asks that the browser may not delete what it keeps by itself.
@_extern(wasm, module: "env", name: "persist") @_extern(c)
func persistStorage()

/// Keeps a setting such as `theme=dark` for the next start; a theme is shown at once.
@_extern(wasm, module: "env", name: "setting") @_extern(c)
func keepSetting(_ text: UnsafePointer<UInt8>?, _ count: Int)

/// Fetches the texts of a language. Answers with `texts`.
@_extern(wasm, module: "env", name: "texts") @_extern(c)
func fetchTextsOf(_ code: UnsafePointer<UInt8>?, _ count: Int)

/// Makes a language the one of the page, and of the next start.
@_extern(wasm, module: "env", name: "language") @_extern(c)
func declareLanguage(_ code: UnsafePointer<UInt8>?, _ count: Int)
