import DaybookApp
import DaybookCore
import Fixtures
import Foundation
import Testing

extension BrowserTests {
    /// The domain inside the WebAssembly, held against the same sources compiled for this machine.
    @Suite struct EmbeddedTests {
        @Test("Records are read, merged and written in the browser as they are here, byte by byte")
        func merging() async throws {
            var random = SeededRandom(20_261_121)
            var pairs: [[[UInt8]]] = []
            for _ in 0..<300 {
                let id = EntityID(using: &random)
                let (old, new) = (record(id, &random), record(id, &random))
                pairs.append([value(old), value(new)])
            }
            // What can't be read is replaced, here and there.
            pairs.append([[0, 1, 2], pairs[0][1]])
            pairs.append([pairs[0][0], pairs[1][1]])
            let here = pairs.map { StorageItem.combined($0[0], $0[1]) }
            #expect(Set(zip(here, pairs).map { $0 == $1[1] }) == [true, false], "some merges keep what was there")
            try await Daybook.run { daybook in
                let there = try await daybook.browser.call(
                    "POST", "/execute/async",
                    [
                        "script": """
                        const [pairs, done] = arguments;
                        (async () => {
                          let memory;
                          const known = { grow: (pages) => memory.grow(pages) };
                          const env = new Proxy(known, { get: (known, name) => known[name] ?? (() => 0) });
                          const { href, dataset: { rest } } = document.getElementById("wasm");
                          const { instance } = await WebAssembly.instantiateStreaming(fetch(href), { env, later: env });
                          memory = instance.exports.memory;
                          await WebAssembly.instantiateStreaming(fetch(rest), { env, first: instance.exports });
                          return pairs.map(([old, value]) => {
                            const bytes = [...old, ...value];
                            const room = instance.exports.reserve(bytes.length);
                            new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
                            const answer = instance.exports.combine(old.length, bytes.length);
                            const [address, length] = new Uint32Array(memory.buffer, answer, 2);
                            return [...new Uint8Array(memory.buffer, address, length)];
                          });
                        })().then(done, (error) => done(String(error)));
                        """, "args": [pairs.map { $0.map { $0.map { Int($0) } } }],
                    ])
                let bytes = try #require(there as? [[Int]], "\(there ?? "")")
                #expect(bytes == here.map { $0.map { Int($0) } })
            }
        }

        /// As the browser stores a record: a byte for its kind, then the record.
        private func value(_ record: Record) -> [UInt8] { [0] + record.bytes }

        /// Stamps close to each other, so that ties happen, with the places and times that a to-do has.
        private func record(_ id: EntityID, _ random: inout SeededRandom) -> Record {
            var record = Record(id: id)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let stamp = Stamp(
                    clock: 1_790_000_000_000 << 16 + UInt64.random(in: 0...2, using: &random),
                    node: UInt64.random(in: 1...2, using: &random))
                let title = ["A", "Ä 買", "", "🛒\u{301}"].randomElement(using: &random) ?? ""
                let registers = [
                    Register(id, .title, stamp, Array(title.utf8)), Register(id, .notes, stamp, Array(title.utf8)),
                    Register(id, .todoPosition, stamp, Position.first(stamp).bytes),
                    Register(id, .donePosition, stamp, Position.last(stamp).bytes),
                    Register(id, .createdAt, stamp, stamp.time.bytes), Register(id, .deleted, stamp, []),
                    Register(id, Field(rawValue: 999), stamp, [UInt8.random(in: 0...2, using: &random)]),
                ]
                guard let register = registers.randomElement(using: &random) else { continue }
                record.merge(register, isPending: Bool.random(using: &random))
            }
            return record
        }
    }
}
