import HTTPTypes

extension HTTPFields {
    /// Keeps a browser from doing more with an answer than it should.
    ///
    /// - Parameter isEncryptedHere: whether this server itself encrypts, and so nobody has to come any other way.
    mutating func makeSafe(isEncryptedHere: Bool) {
        self[.xContentTypeOptions] = "nosniff"
        self[.crossOriginResourcePolicy] = "same-origin"
        // An answer that is somebody's own is kept by nobody on the way, unless the route says otherwise.
        if self[.cacheControl] == nil { self[.cacheControl] = "no-store" }
        // Half a year, in seconds. Behind a proxy that is the proxy's business.
        if isEncryptedHere { self[.strictTransportSecurity] = "max-age=15552000" }
    }
}
