// The shortest program on Sworm: a model, a file, and each kind of call once. `swift run Members`
import Foundation
import Sworm

try SQL.setup(dbName: "members.sqlite", isMock: true)
let db = try SQL.getDriver()
try db.migrate([Member.self])

let ann = try db.insert(Member(name: "Ann", position: .developer))
try db.insert(Member(name: "Bob", position: .tester))
try db.update(Member(name: "Ann", position: .designer), where: Member.id == ann)
try db.upsert(Member(name: "Cid", position: .tester), Member.name, where: Member.name == "Cid")

for member in try db.query(Member.self, { $0.where(Member.position == .tester).order(Member.name) }) {
    print(member.id, member.name, member.position)
}
print(try db.run(Member.table.filter(Member.position == .tester).delete()), "deleted")
