public import DaybookCore

/// The text in the fields of a part of an entry, as it was typed.
public struct PartForm: Equatable {
    /// The part as it was when the form was opened; nil for a new one.
    let part: DaybookCore.Part?
    /// The text for `Amount`, in the currency of the entry.
    public internal(set) var amount = ""
    /// Parted by commas.
    public internal(set) var tags = ""
    public internal(set) var note = ""
    /// The envelope that it names; nil for the one of its tags.
    public internal(set) var envelope: EntityID?

    init(_ part: DaybookCore.Part? = nil) {
        self.part = part
        guard let part else { return }
        amount = part.amount.shown
        tags = part.tags.joined(separator: ", ")
        note = part.note
        envelope = part.envelope
    }

    static let fields: [FormField] = [.amount, .tags, .note]

    /// True where nothing is typed in it.
    var isBlank: Bool { amount.isBlank && tags.isBlank && note.isBlank }

    /// - Parameter field: the amount, the tags or the note.
    subscript(field: FormField) -> String {
        get { field == .amount ? amount : field == .tags ? tags : note }
        set {
            switch field {
            case .amount: amount = newValue
            case .tags: tags = newValue
            default: note = newValue
            }
        }
    }
}

/// The actions of a person on the parts of the entry of the form.
public enum PartChange: Equatable {
    /// One more, behind the others.
    case add
    /// The one with this number, from 0, goes.
    case remove(Int)
    /// The text of a field of one by now: its amount, tags or note.
    case type(Int, FormField, String)
    /// The envelope of one; nil for the one of its tags.
    case envelope(Int, EntityID?)
    /// Gives the rest that no part has to the last one.
    case giveRest
}

extension EntryForm {
    /// The rest that no part has; below zero where they come to too much. Nil where an amount can't be read.
    var rest: Sum? {
        guard let currency = currencyTyped, let whole = try? read(self[.amount], entry?.amount, currency) else {
            return nil
        }
        var rest = Sum(whole)
        for part in parts where !part.amount.isBlank {
            guard let own = try? read(part.amount, part.part?.amount, whole.currency, isPart: true),
                own.currency == whole.currency, let left = try? rest.adding(Sum(own).negated)
            else { return nil }
            rest = left
        }
        return rest
    }

    /// The amount of the last part once it also has the rest. Nil where there is no rest to give, or the sum isn't above
    /// zero.
    var restOfLast: Sum? {
        guard let last = parts.last, let rest, rest.coefficient != 0 else { return nil }
        let own = last.amount.isBlank ? nil : try? read(last.amount, last.part?.amount, rest.currency, isPart: true)
        guard let sum = try? Sum(own ?? .zero(rest.currency)).adding(rest), sum.coefficient > 0 else { return nil }
        return sum
    }

    mutating func apply(_ change: PartChange) {
        switch change {
        case .add: parts.append(PartForm())
        case .remove(let index):
            guard parts.indices.contains(index) else { return }
            parts.remove(at: index)
        case .type(let index, let field, let text):
            guard parts.indices.contains(index) else { return }
            parts[index][field] = text
        case .envelope(let index, let id):
            guard parts.indices.contains(index) else { return }
            parts[index].envelope = id
        case .giveRest:
            guard let sum = restOfLast else { return }
            parts[parts.count - 1].amount = sum.shown
        }
        hasChanged = true
    }

    /// The parts that the fields say. One in which nothing is typed is none.
    ///
    /// - Parameter whole: what the entry comes to.
    func parts(of whole: Amount?) throws(Problem) -> [DaybookCore.Part] {
        var all: [DaybookCore.Part] = []
        guard let whole else { return entry?.parts ?? [] }
        for (index, form) in parts.enumerated() where !form.isBlank {
            func fail(_ field: FormField, _ error: ItemError) -> Problem {
                Problem(field: field, error: error, part: index)
            }
            var part = form.part ?? DaybookCore.Part(id: DaybookCore.Part.unnamed, amount: whole)
            do throws(ItemError) {
                part.amount = try read(form.amount, form.part?.amount, whole.currency, isPart: true)
            } catch {
                throw fail(.amount, form.amount.isBlank ? .noAmount : error)
            }
            guard part.amount.coefficient > 0, part.amount.currency == whole.currency else {
                throw fail(.amount, .notANumber(form.amount))
            }
            if form.tags != PartForm(form.part).tags || form.part == nil { part.tags = [String](tags: form.tags) }
            part.note = form.note.trimmed
            part.envelope = form.envelope
            var values = FieldValues()
            values[.parts] = .parts([part])
            if let error = values.problem(changing: []) {
                if case .textTooLong = error { throw fail(.note, error) }
                throw fail(.tags, error)
            }
            all.append(part)
        }
        // Devices together may have given it too much; that may stay.
        if all != entry?.parts ?? [], let rest, rest.coefficient < 0, let last = all.indices.last {
            throw Problem(field: .amount, error: .partsTooLarge(rest.negated), part: last)
        }
        return all
    }

    /// The problem of the parts that the person should see.
    var shownPartProblem: Problem? {
        guard case .failure(let problem) = draft, problem.part != nil else { return nil }
        return isChecked || problem.error != .noAmount ? problem : nil
    }
}

extension [DaybookCore.Part] {
    /// Tells what an entry is to have, where other devices changed its parts since the form was opened.
    ///
    /// - Parameters:
    ///   - old: those that the form was opened with.
    ///   - present: those that there are.
    func merged(from old: [DaybookCore.Part], with present: [DaybookCore.Part]) -> [DaybookCore.Part] {
        var merged: [DaybookCore.Part] = []
        for part in self {
            let now = present.first { $0.id == part.id }
            if let before = old.first(where: { $0.id == part.id }), before == part {
                // A part that wasn't touched here is as it is there.
                if let now { merged.append(now) }
            } else {
                merged.append(part)
            }
        }
        return merged + present.filter { part in !old.contains { $0.id == part.id } }
    }
}
