import DaybookCore
import Foundation
import Load
import Sworm

/// Registers in a table of SQLite and nothing else: as a book keeps them, without what is read from them.
struct BareRegisters {
    private let database: Database

    private static let table = Tablex("registers")
    private static let entity = Column<[UInt8]>("entity")
    private static let field = Column<Int64>("field")
    private static let clock = Column<Int64>("clock")
    private static let node = Column<UInt64>("node")
    private static let value = Column<[UInt8]>("value")
    private static let seq = Column<Int64>("seq")

    init(path: String) throws {
        database = try Database(path: path)
        let definition = Self.table.definition(withoutRowID: true) { table in
            table.column(Self.entity)
            table.column(Self.field)
            table.column(Self.clock)
            table.column(Self.node)
            table.column(Self.value)
            table.column(Self.seq)
            table.primaryKey(Self.entity, Self.field)
            table.index(Self.seq)
        }
        try database.write { try $0.run(definition.create()) }
    }

    /// Asks for a hello, then commits ten of the registers, and so on.
    ///
    /// - Returns: how often in a second.
    func rate(of registers: [Register], after hello: LoadGenerator) throws -> Double {
        let request = hello.request("GET", "/hello")
        let seconds = try commit(registers, size: 10) { _ = try hello.body(request) }
        return Double((registers.count + 9) / 10) / seconds
    }

    /// Commits so many of the registers at once, each in the place of an older one.
    ///
    /// - Parameter before: is done before each commit.
    /// - Returns: how long it took, in seconds.
    func commit(_ registers: [Register], size: Int, before: () throws -> Void = {}) throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        for first in stride(from: 0, to: registers.count, by: size) {
            try before()
            try database.write { db in
                for register in registers[first..<min(first + size, registers.count)] {
                    try db.run(
                        Self.table.insert(
                            Self.entity <- register.entity.bytes, Self.field <- Int64(register.field.rawValue),
                            Self.clock <- Int64(clamping: register.stamp.clock), Self.node <- register.stamp.node,
                            Self.value <- register.value, Self.seq <- Int64(first / size), onConflict: .replace))
                }
            }
        }
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }
}
