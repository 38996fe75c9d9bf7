import DaybookCore
import Foundation
import HTTPTypes

/// What a client sends to make or change a to-do. Members of other names, and those that only the server sets, are
/// ignored.
struct TodoInput: Equatable, Sendable {
    let title: String?
    let description: String?
    let notes: String?
    let completed: Bool?
    let order: Double?
    /// As text, since its currency may be the usual one; null takes it away.
    let amount: String??
    let currency: String?
    let plannedDay: String??

    init(json: Data) throws(Problem) {
        do {
            self = try JSONDecoder().decode(TodoInput.self, from: json)
        } catch let DecodingError.typeMismatch(_, context) {
            throw Problem(wrongType: context)
        } catch let DecodingError.valueNotFound(_, context) {
            throw Problem(wrongType: context)
        } catch {
            throw Problem(.badRequest, "The body is not JSON; send an object such as {\"title\":\"Buy milk\"}.")
        }
    }

    /// Throws if it lacks a title.
    ///
    /// - Parameter usual: the currency of an amount that comes with none.
    func draft(usual: () throws -> Currency) throws -> TodoDraft {
        guard let title else {
            throw Problem(.badRequest, "A to-do needs a title; send one as a string.", field: "title")
        }
        return TodoDraft(
            title: title, description: description ?? "", notes: notes ?? "", isCompleted: completed ?? false,
            order: order, amount: try money(usual) ?? nil, plannedDay: try due() ?? nil)
    }

    /// A currency that comes alone is left to `currencyAlone`.
    func edit(usual: () throws -> Currency) throws -> TodoEdit {
        TodoEdit(
            title: title, description: description, notes: notes, isCompleted: completed, order: order,
            amount: try money(usual), plannedDay: try due())
    }

    /// The currency, where it comes without an amount: what the amount that is there is to be in.
    func currencyAlone() throws(MoneyError) -> Currency? {
        guard let currency, amount == nil else { return nil }
        guard let known = Currency(currency) else { throw .unknownCurrency(currency) }
        return known
    }

    private func money(_ usual: () throws -> Currency) throws -> Amount?? {
        guard case .some(let text) = amount else { return nil }
        guard let text else { return .some(nil) }
        return try Amount([currency, text].compactMap { $0 }.joined(separator: " "), usual: usual())
    }

    private func due() throws(Problem) -> CivilDate?? {
        guard case .some(let text) = plannedDay else { return nil }
        guard let text else { return .some(nil) }
        guard let day = CivilDate(text) else {
            throw Problem(.badRequest, MoneyError.badDay(text).message, field: "plannedDay")
        }
        return day
    }
}

extension TodoInput: Decodable {
    private enum Member: String, CodingKey {
        case title, description, notes, completed, order, amount, currency, plannedDay
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        // A null is no value for any of them, so it is refused rather than taken as absent.
        func value<Value: Decodable>(_ member: Member) throws -> Value? {
            members.contains(member) ? try members.decode(Value.self, forKey: member) : nil
        }
        title = try value(.title)
        description = try value(.description)
        notes = try value(.notes)
        completed = try value(.completed)
        order = try value(.order)
        // Of these a null says that there is none.
        func optional(_ member: Member) throws -> String?? {
            try members.contains(member) ? .some(members.decode(String?.self, forKey: member)) : nil
        }
        amount = try optional(.amount)
        currency = try optional(.currency) ?? nil
        plannedDay = try optional(.plannedDay)
    }
}

extension Problem {
    fileprivate init(wrongType context: DecodingError.Context) {
        guard let name = context.codingPath.first?.stringValue else {
            self.init(.badRequest, "The body is no object; send one such as {\"title\":\"Buy milk\"}.")
            return
        }
        let wanted = name == "completed" ? "true or false" : name == "order" ? "a number" : "a string"
        self.init(.badRequest, "The member \(name) has a wrong type; it has to be \(wanted).", field: name)
    }
}
