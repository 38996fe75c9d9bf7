import Foundation
import NIOCore
import NIOSSL

/// The certificate and the key by which the server proves who it is.
public struct Encryption: Sendable {
    let configuration: TLSConfiguration
    /// Until when the server's own certificate is valid, in seconds since 1970.
    let endsAt: Int
    /// True where the key's file may be read by anybody on the machine.
    let isKeyOpenToAll: Bool

    /// Reads PEM files: a certificate with those that vouch for it after it, and its key.
    public init(certificate: String, key: String) throws(ServerError) {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate)
            endsAt = chain.first?.notValidAfter ?? 0
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            // RFC 8996: nothing older is safe.
            configuration.minimumTLSVersion = .tlsv12
            // RFC 9325: what was recorded can't be read later with the key. TLS 1.3 has nothing else.
            configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
            // How long the end of a connection, and with it that of the server, waits for the other side's goodbye.
            configuration.shutdownTimeout = .milliseconds(500)
            self.configuration = configuration
            var status = stat()
            isKeyOpenToAll = stat(key, &status) == 0 && status.st_mode & S_IROTH != 0
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .badCertificate(certificate: certificate, key: key)
        }
    }
}
