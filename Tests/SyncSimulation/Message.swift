/// What travels between a device and the server: the bodies of requests and answers, with the headers that matter.
struct Message {
    enum Body {
        case push([UInt8], coding: String?)
        case pull(cursor: String?)
        case pushAnswer([UInt8], isPacked: Bool)
        case page([UInt8], isPacked: Bool)
        /// The server speaks no version of the protocol that the device speaks.
        case refused
    }

    let device: Int
    /// Which request of the device this is, or answers; an answer to another than the one it waits for is nobody's.
    let request: Int
    let body: Body

    var isRequest: Bool {
        switch body {
        case .push, .pull: true
        case .pushAnswer, .page, .refused: false
        }
    }
}
