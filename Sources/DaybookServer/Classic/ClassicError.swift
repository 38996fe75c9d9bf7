import HTTPTypes

/// Why the classic interface can't do what it is asked.
enum ClassicError: Error, Equatable {
    case missingFields
    case missingID
    case malformedID(String)
    case malformedBoolean(ClassicField, String)
    case notUTF8(ClassicField)
    case notFound

    var status: HTTPResponse.Status { self == .notFound ? .notFound : .badRequest }

    var message: String {
        switch self {
        case .missingFields: "Please include mandatory parameters"
        case .missingID: "Please provide the id of todo item"
        case .malformedID(let text): "The id \"\(text)\" is not a whole number of 64 bits"
        case .malformedBoolean(let field, let text):
            "The field \(field.rawValue) is \"\(text)\"; give true, yes or 1, or false, no or 0"
        case .notUTF8(let field): "The field \(field.rawValue) is not in UTF-8; send it in that encoding"
        case .notFound: "Item not found"
        }
    }
}
