extension Result where Failure == any Error {
    /// What an asynchronous body comes to, for whoever has to tidy up before it is known.
    public init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
