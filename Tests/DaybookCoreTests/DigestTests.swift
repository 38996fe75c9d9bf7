import DaybookCore
import Testing

@Suite struct DigestTests {
    @Test(
        "A digest is SHA-256",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (3, "cb1ad2119d8fafb69566510ee712661f9f14b83385006ef92aec47f523a38358"),
            (55, "8963cc0afd622cc7574ac2011f93a3059b3d65548a77542a1559e3d202e6ab00"),
            (56, "6ea719cefa4b31862035a7fa606b7cc3602f46231117d135cc7119b3c1412314"),
            (64, "d53eda7a637c99cc7fb566d96e9fa109bf15c478410a3f5eb4d4c4e26cd081f6"),
            (1_000, "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4"),
        ])
    func digests(count: Int, text: String) {
        let digest = Digest(of: [UInt8](repeating: 0x41, count: count))
        #expect(digest.text == text)
        #expect(Digest(text.uppercased()) == digest)
        #expect(Digest(bytes: digest.bytes) == digest)
        #expect(Digest(String(text.dropLast())) == nil)
        #expect(Digest(String(text.dropLast()) + "g") == nil)
    }
}
