import DaybookCore
import Testing

@testable import DaybookApp

@Suite struct TextTests {
    @Test("Why sync fails is told in the person's language, and no English stands in Chinese screens")
    func failures() {
        let failures: [SyncClient.Failure] =
            [.offline, .signedOut, .clocksDiffer, .unreadable, .status(500)] + ServerReason.allCases.map { .unable($0) }
        for language in Language.allCases {
            let texts = Texts(language)
            let said = failures.map { texts.failure($0) }
            #expect(Set(said).count == failures.count)
            guard language != .english else { continue }
            for text in said {
                let english = text.replacing("HTTP", with: "").unicodeScalars.filter {
                    ("a"..."z").contains($0) || ("A"..."Z").contains($0)
                }
                #expect(english.isEmpty, "\(text)")
            }
        }
    }
}
