import DaybookCore
import DaybookPostgres
import Foundation
import Testing

@testable import DaybookCLI

/// The protocol of Amazon S3, without a store.
@Suite struct S3Tests {
    /// The example in Amazon's description of signatures.
    @Test("009.8 A request is signed as Amazon's own example is") func signature() {
        let signer = S3Signer(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            region: "us-east-1")
        let headers = signer.headers(
            "GET", host: "examplebucket.s3.amazonaws.com", path: "/test.txt", body: Digest(of: []),
            [("range", "bytes=0-9")], at: Date(timeIntervalSince1970: 1_369_353_600))
        #expect(headers.first { $0.name == "x-amz-date" }?.value == "20130524T000000Z")
        #expect(
            headers.first { $0.name == "authorization" }?.value
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test("009.8 A store that doesn't keep what it said that it keeps is found out, before anybody is told that it did")
    func forgetful() async throws {
        let recording = try Recording(Array("OggS".utf8) + [UInt8](repeating: 7, count: 1_000))
        let key = "1/\(recording.digest.text)"
        for fault in [BadObjectStore.Fault.forgets, .cuts] {
            let store = try BadObjectStore(fault)
            await #expect(throws: BlobStoreError.notKept(key: key)) { try await store.store().put(key, recording) }
        }
        let good = try BadObjectStore(.none)
        try await good.store().put(key, recording)
        #expect(try await good.store().get(key) == recording.bytes)
    }

    @Test("009.8 A store that sends a byte now and then is given up in the end")
    func dripping() async throws {
        let store = try BadObjectStore(.drips)
        // It would take 200 seconds.
        let error = await #expect(throws: BlobStoreError.self) {
            try await store.store(patience: .seconds(2)).get("1/x")
        }
        #expect(error == .unreachable(reason: "it didn't answer within 2 seconds"))
    }

    @Test("009.8 An address names a bucket and what keys begin with; the variables are Amazon's")
    func address() throws {
        let own = ["AWS_ENDPOINT_URL": "http://127.0.0.1:3900", "AWS_REGION": "garage"]
        let address = try S3Address("s3://notes/daybook/a", environment: { own[$0] })
        #expect(address.host == "127.0.0.1:3900" && address.region == "garage")
        #expect(address.path("7/abc") == "/notes/daybook/a/7/abc")
        let amazon = try S3Address("s3://notes", environment: { ["AWS_REGION": "eu-central-1"][$0] })
        #expect(amazon.endpoint == "https://s3.eu-central-1.amazonaws.com" && amazon.path("7/abc") == "/notes/7/abc")
    }

    @Test(
        "009.8 What is no address is refused with what one is",
        arguments: [
            "", "s3:", "s3://", "s3://ab", "s3://Notes", "https://notes", "s3://notes/", "s3://notes/a//b",
            "s3://notes/../a",
            "s3://notes/a?b", "s3://notes/ä",
        ])
    func badAddress(_ text: String) {
        let error = #expect(throws: CommandFailure.self) { try S3Address(text, environment: { _ in nil }) }
        #expect(error?.message.contains("s3://BUCKET/PREFIX") == true)
        #expect(throws: CommandFailure.self) {
            try S3Address("s3://notes", environment: { ["AWS_ENDPOINT_URL": "127.0.0.1/\(text)"][$0] })
        }
    }
}
