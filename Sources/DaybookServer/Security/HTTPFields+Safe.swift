import HTTPTypes

extension HTTPFields {
    /// Keeps a browser from doing more with an answer than it should.
    mutating func makeSafe() {
        self[.xContentTypeOptions] = "nosniff"
        self[.crossOriginResourcePolicy] = "same-origin"
    }
}
