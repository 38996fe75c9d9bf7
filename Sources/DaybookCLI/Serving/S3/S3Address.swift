import Foundation

/// Where recordings are kept in an object store that speaks the protocol of Amazon S3.
struct S3Address: Equatable, Sendable {
    /// Scheme, host and port.
    let endpoint: String
    let region: String
    let bucket: String
    /// The beginning of each key: empty, or ending with a slash.
    let prefix: String

    /// - Parameters:
    ///   - text: `s3://BUCKET` or `s3://BUCKET/PREFIX`.
    ///   - environment: gives a variable. AWS_ENDPOINT_URL, AWS_REGION and their defaults are those of Amazon's programs.
    init(_ text: String, environment: (String) -> String?) throws {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        let prefix = parts.count == 4 ? parts[3].split(separator: "/", omittingEmptySubsequences: false) : []
        guard parts.count >= 3, parts[0] == "s3:", parts[1].isEmpty,
            parts[2].wholeMatch(of: /[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/) != nil,
            prefix.allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9_.-]+/) != nil && $0 != "." && $0 != ".." })
        else {
            throw CommandFailure(
                "--blobs isn't valid. Use s3://BUCKET or s3://BUCKET/PREFIX. A bucket has 3 to 63 letters a-z, digits, dots and "
                    + "hyphens; a prefix has A-Z, a-z, 0-9, _, ., - and / between its parts.")
        }
        bucket = parts[2]
        self.prefix = prefix.map { $0 + "/" }.joined()
        region = environment("AWS_REGION") ?? "us-east-1"
        endpoint = environment("AWS_ENDPOINT_URL") ?? "https://s3.\(region).amazonaws.com"
        guard endpoint.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\[\]:-]+/) != nil,
            region.wholeMatch(of: /[a-z0-9-]+/) != nil
        else {
            throw CommandFailure(
                "AWS_ENDPOINT_URL or AWS_REGION isn't valid. Use an address without a path, such as "
                    + "https://s3.example.org, and a region such as eu-central-1.")
        }
    }

    /// The name of the server in signatures.
    var host: String { String(endpoint.drop { $0 != "/" }.dropFirst(2)) }
    /// The path of the bucket. The bucket isn't part of the host: most stores that people run themselves have it so.
    var path: String { "/" + bucket }

    func path(_ key: String) -> String { "\(path)/\(prefix)\(key)" }
}
