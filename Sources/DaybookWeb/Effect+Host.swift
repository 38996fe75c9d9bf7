import DaybookApp
import DaybookCore

extension Effect {
    /// Asks the browser to do it.
    func perform() {
        switch self {
        case .store(let token, let items):
            Unstored.add(token, items)
        case .push(let body):
            Self.send(.push, "/v1/push", body)
        case .pull(let cursor):
            Self.send(.pull, "/v1/pull" + (cursor.map { "?cursor=" + String($0) } ?? ""), [])
        case .wake(let alarm, let milliseconds):
            wakeLater(alarm.rawValue, milliseconds)
        case .visit(let path, let replaces):
            path.withBytes { visitPath($0, $1, replaces) }
        case .focus(let id, let selects):
            id.withBytes { focusElement($0, $1, selects) }
        case .scroll(let offset):
            scrollList(offset)
        case .persist:
            persistStorage()
        case .rememberHistory:
            rememberLater()
        case .rememberLanguage(let language):
            language.tag.withBytes { declareLanguage($0, $1) }
        case .fetchTexts(let language):
            language.tag.withBytes { fetchTextsOf($0, $1) }
        case .rememberSetting(let name, let value):
            (name + "=" + value).withBytes { keepSetting($0, $1) }
        case .listen(let starts):
            listenToMicrophone(starts)
        case .keep(let recording):
            Self.path(recording.digest).withBytes { path, count in
                recording.bytes.withUnsafeBufferPointer { keepBytes(path, count, $0.baseAddress, $0.count) }
            }
        case .notify(let isOn, let texts):
            texts.withBytes { notifyDevice(isOn.map { $0 ? 1 : 0 } ?? 2, $0, $1) }
        case .ask(let step, let address, let bringsFile):
            let method = step == .takeBack ? 1 : step == .list ? 2 : 0
            address.withBytes { askServer(Int(step.rawValue), $0, $1, method, bringsFile) }
        case .askDevices(let number):
            ("/api/v1/devices" + (number.map { "/" + $0 } ?? "")).withBytes {
                askServer(Int(Message.devices), $0, $1, number == nil ? 2 : 1, false)
            }
        case .play(let digest):
            Self.path(digest).withBytes { playSound($0, $1) }
        }
    }

    private static func path(_ recording: Digest) -> String { "/v1/blobs/" + recording.text }

    private static func send(_ request: Request, _ path: String, _ body: [UInt8]) {
        path.withBytes { path, count in
            body.withUnsafeBufferPointer { sendRequest(Int(request.rawValue), path, count, $0.baseAddress, $0.count) }
        }
    }
}

extension String {
    fileprivate func withBytes(_ body: (UnsafePointer<UInt8>?, Int) -> Void) {
        bytes.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }
}
