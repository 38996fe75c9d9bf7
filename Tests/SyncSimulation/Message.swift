/// What travels between a device and the server.
struct Message {
    enum Body {
        case push([UInt8])
        case pull(cursor: UInt64?)
        case pushAnswer([UInt8])
        case page([UInt8])
    }

    let device: Int
    /// Which request of the device this is, or answers; an answer to another than the one it waits for is nobody's.
    let request: Int
    let body: Body

    var isRequest: Bool {
        switch body {
        case .push, .pull: true
        case .pushAnswer, .page: false
        }
    }
}
