import NIOSSL

/// The certificate and the key by which the server proves who it is.
public struct Encryption: Sendable {
    let configuration: TLSConfiguration

    /// Reads PEM files: a certificate with those that vouch for it after it, and its key.
    public init(certificate: String, key: String) throws(ServerError) {
        do {
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            // RFC 8996: nothing older is safe.
            configuration.minimumTLSVersion = .tlsv12
            self.configuration = configuration
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .badCertificate(certificate: certificate, key: key)
        }
    }
}
