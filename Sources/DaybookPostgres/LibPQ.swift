import Foundation

/// The functions of libpq (its C interface is the same since PostgreSQL 14), found when a database is asked for first.
///
/// The program doesn't link the library: whoever has one file for a book needs none.
struct LibPQ: @unchecked Sendable {
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>
    typealias Numbers = UnsafePointer<CInt>

    let connect: @convention(c) (Texts?, Texts?, CInt) -> OpaquePointer?
    let finish: @convention(c) (OpaquePointer?) -> Void
    let status: @convention(c) (OpaquePointer?) -> CInt
    let errorMessage: @convention(c) (OpaquePointer?) -> Text?
    let socket: @convention(c) (OpaquePointer?) -> CInt
    let parseAddress: @convention(c) (Text?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> OpaquePointer?
    let freeOptions: @convention(c) (OpaquePointer?) -> Void
    let execute: @convention(c) (OpaquePointer?, Text?) -> OpaquePointer?
    let prepare: @convention(c) (OpaquePointer?, Text?, Text?, CInt, UnsafePointer<UInt32>?) -> OpaquePointer?
    let executePrepared:
        @convention(c) (OpaquePointer?, Text?, CInt, Texts?, Numbers?, Numbers?, CInt) -> OpaquePointer?
    let sendPrepared: @convention(c) (OpaquePointer?, Text?, CInt, Texts?, Numbers?, Numbers?, CInt) -> CInt
    let enterPipeline: @convention(c) (OpaquePointer?) -> CInt
    let exitPipeline: @convention(c) (OpaquePointer?) -> CInt
    let syncPipeline: @convention(c) (OpaquePointer?) -> CInt
    let nextResult: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let resultStatus: @convention(c) (OpaquePointer?) -> CInt
    let resultField: @convention(c) (OpaquePointer?, CInt) -> Text?
    let commandTag: @convention(c) (OpaquePointer?) -> Text?
    let clear: @convention(c) (OpaquePointer?) -> Void
    let rowCount: @convention(c) (OpaquePointer?) -> CInt
    let value: @convention(c) (OpaquePointer?, CInt, CInt) -> UnsafeMutablePointer<CChar>?
    let length: @convention(c) (OpaquePointer?, CInt, CInt) -> CInt
    let isNull: @convention(c) (OpaquePointer?, CInt, CInt) -> CInt
    typealias Receiver = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void
    let onNotice: @convention(c) (OpaquePointer?, Receiver?, UnsafeMutableRawPointer?) -> UnsafeRawPointer?
    let consumeInput: @convention(c) (OpaquePointer?) -> CInt
    let notification: @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?
    let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

    static let connectionOK: CInt = 0
    /// The status of a result: a command that has no rows, rows, the end of a pipeline.
    static let (commandOK, rowsOK, pipelineSync): (CInt, CInt, CInt) = (1, 2, 10)

    /// A field of an error or a notice: the severity in English, the SQLSTATE, the message.
    enum Field {
        static let severity = CInt(UInt8(ascii: "V"))
        static let code = CInt(UInt8(ascii: "C"))
        static let message = CInt(UInt8(ascii: "M"))
    }

    private static let found = Result<LibPQ, PostgresError> { () throws(PostgresError) in try LibPQ() }

    /// The library, which is loaded once.
    static func loaded() throws(PostgresError) -> LibPQ { try found.get() }

    private init() throws(PostgresError) {
        #if canImport(Darwin)
            let name = "libpq.5.dylib"
        #else
            let name = "libpq.so.5"
        #endif
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            throw .noLibrary(reason: dlerror().map { String(cString: $0) } ?? name)
        }
        func find<Function>(_ name: String) throws(PostgresError) -> Function {
            guard let address = dlsym(library, name) else { throw .noLibrary(reason: "it has no \(name)") }
            return unsafeBitCast(address, to: Function.self)
        }
        connect = try find("PQconnectdbParams")
        finish = try find("PQfinish")
        status = try find("PQstatus")
        errorMessage = try find("PQerrorMessage")
        socket = try find("PQsocket")
        parseAddress = try find("PQconninfoParse")
        freeOptions = try find("PQconninfoFree")
        execute = try find("PQexec")
        prepare = try find("PQprepare")
        executePrepared = try find("PQexecPrepared")
        sendPrepared = try find("PQsendQueryPrepared")
        enterPipeline = try find("PQenterPipelineMode")
        exitPipeline = try find("PQexitPipelineMode")
        syncPipeline = try find("PQpipelineSync")
        nextResult = try find("PQgetResult")
        resultStatus = try find("PQresultStatus")
        resultField = try find("PQresultErrorField")
        commandTag = try find("PQcmdStatus")
        clear = try find("PQclear")
        rowCount = try find("PQntuples")
        value = try find("PQgetvalue")
        length = try find("PQgetlength")
        isNull = try find("PQgetisnull")
        onNotice = try find("PQsetNoticeReceiver")
        consumeInput = try find("PQconsumeInput")
        notification = try find("PQnotifies")
        free = try find("PQfreemem")
    }
}
