import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey
import DaybookCore
import Foundation

/// Signs requests as Amazon's Signature Version 4 has it, in headers and with a digest of the body.
///
/// Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
struct S3Signer: Sendable {
    let accessKey: String
    let secretKey: String
    /// The token of keys that are good for a while.
    var sessionToken: String?
    let region: String

    /// The headers of a request, its signature among them. The path has to consist of what needs no escapes.
    ///
    /// - Parameter others: more headers to sign, their names in lower case.
    func headers(
        _ method: String, host: String, path: String, body: Digest, _ others: [(name: String, value: String)] = [],
        at date: Date
    ) -> [(name: String, value: String)] {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        let time = date.formatted(style)
        let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
        var headers = others + [("x-amz-content-sha256", body.text), ("x-amz-date", time)]
        if let sessionToken { headers.append(("x-amz-security-token", sessionToken)) }
        let signed = (headers + [("host", host)]).sorted { $0.name < $1.name }
        let names = signed.map(\.name).joined(separator: ";")
        let request = [method, path, "", signed.map { "\($0.name):\($0.value)\n" }.joined(), names, body.text]
            .joined(separator: "\n")
        let text = ["AWS4-HMAC-SHA256", time, scope, Digest(of: Array(request.utf8)).text].joined(separator: "\n")
        var key = SymmetricKey(data: Array("AWS4\(secretKey)".utf8))
        for part in [String(time.prefix(8)), region, "s3", "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Array(part.utf8), using: key))
        }
        let signature = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        headers.append(
            (
                "authorization",
                "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
            ))
        return headers
    }
}
