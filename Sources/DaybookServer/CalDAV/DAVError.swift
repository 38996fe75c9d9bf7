import DaybookExchange
import HTTPTypes
import Hummingbird
import NIOCore

/// Why a request of CalDAV isn't carried out, as RFC 4918 (16) tells it: with the name of a condition that isn't met.
struct DAVError: Error {
    let status: HTTPResponse.Status
    let condition: XMLName
    /// Says what is wrong and what to do; empty where the condition says all.
    var message = ""
    /// The resource that stands in the way.
    var href: String?

    init(
        _ condition: XMLName, _ message: String = "", status: HTTPResponse.Status = .forbidden, href: String? = nil
    ) {
        self.status = status
        self.condition = condition
        self.message = message
        self.href = href
    }

    init(_ error: CalendarError) {
        self.init(
            .cal(error.condition), error.message, status: error == .tooLarge ? .contentTooLarge : .forbidden)
    }

    var response: Response {
        var xml = XMLWriter()
        xml.begin(.dav("error"))
        xml.element(condition) { if let href { $0.text(.dav("href"), href) } }
        if !message.isEmpty { xml.text(.server("message"), message) }
        xml.close(.dav("error"))
        return Response(status: status, xml: xml)
    }
}

extension Response {
    init(status: HTTPResponse.Status, xml: XMLWriter) {
        self.init(
            status: status, headers: [.contentType: "application/xml; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: xml.bytes)))
    }
}

extension HTTPResponse.Status {
    static var multiStatus: Self { .init(code: 207, reasonPhrase: "Multi-Status") }
}
