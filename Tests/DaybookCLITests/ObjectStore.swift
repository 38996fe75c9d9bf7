import Fixtures
import Foundation

/// A store of objects on this machine: moto, which answers as Amazon S3 does and checks signatures. It ends with `stop`.
final class ObjectStore: Sendable {
    /// What a server needs to use it.
    let environment: [String: String]
    private let id: pid_t
    private let ended: Task<Void, Never>

    /// The first four requests make a user with keys and a bucket; after that all have to be signed.
    private static let script = """
        import json, os, signal, sys
        os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"
        import boto3
        from moto.server import ThreadedMotoServer

        server = ThreadedMotoServer(ip_address="127.0.0.1", port=int(sys.argv[1]), verbose=False)
        server.start()
        url = "http://127.0.0.1:%d" % server.get_host_and_port()[1]
        def client(name):
            return boto3.client(
                name, endpoint_url=url, region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
        iam = client("iam")
        iam.create_user(UserName="daybook")
        policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
        iam.put_user_policy(UserName="daybook", PolicyName="all", PolicyDocument=json.dumps(policy))
        key = iam.create_access_key(UserName="daybook")["AccessKey"]
        client("s3").create_bucket(Bucket="recordings")
        print(url, key["AccessKeyId"], key["SecretAccessKey"], flush=True)
        signal.pause()
        """

    init() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.script, "0"]
        let library = Program.daybook.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "moto")
        process.environment = ["PYTHONPATH": library.path, "PATH": "/usr/bin:/bin"]
        let pipe = Pipe.alone()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        ended = try process.start()
        id = process.processIdentifier
        let words = pipe.fileHandleForReading.nextOutput().split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 3 else {
            kill(id, SIGKILL)
            throw Missing(description: "moto doesn't start. `make test` installs it.")
        }
        environment = [
            "AWS_ENDPOINT_URL": words[0], "AWS_ACCESS_KEY_ID": words[1], "AWS_SECRET_ACCESS_KEY": words[2],
        ]
    }

    deinit { kill(id, SIGKILL) }

    func stop() async {
        kill(id, SIGKILL)
        await ended.value
    }

    struct Missing: Error, CustomStringConvertible { let description: String }
}
