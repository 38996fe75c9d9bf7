import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/rules`: what is done to entries, as JSON resources, and doing it. See docs/guides/rules.md.
struct RuleRoutes {
    static let items = ItemRoutes(
        EntryRule.resource,
        check: { changes, rule, book in
            guard let text = changes[.ruleText]?.text else { return }
            do { _ = try book.ruleSet(trying: text, inPlaceOf: rule?.id) } catch let error as RuleError {
                throw Problem(error)
            }
        })

    func add(to router: Router<ServerContext>) {
        router.post("/api/v1/rule-runs", use: run)
        router.delete("/api/v1/rule-runs/:id", use: takeBack)
        router.get("/api/v1/rule-proposals", use: propose)
    }

    /// Applies the rules. With `preview=1` it only says what they would do. A `text` is tried as one more rule, or in the place
    /// of the `rule` of an id.
    private func run(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try RuleRequest(request.query)
        guard request.isOfApp else {
            do {
                let (plan, id) = try await carryOut(wanted, context.book)
                var response = Response(status: id == nil ? .ok : .created, json: plan.json(id: id))
                if let id { response.headers[.location] = "\(context.origin)/api/v1/rule-runs/\(id.text)" }
                return response
            } catch let error as RuleError {
                throw Problem(error)
            }
        }
        var text = RuleRunText(
            request.language, of: wanted.text == nil ? nil : wanted.rule ?? EntryRule.tried,
            changesReconciled: wanted.changesReconciled)
        do {
            let (plan, id) = try await carryOut(wanted, context.book)
            let offers = wanted.isPreview && wanted.text == nil
            try await text.append(plan, offers ? context.book.readAside { try $0.ruleProposals() } : [], id)
            return Response(status: id == nil ? .ok : .created, text.answer)
        } catch let error as RuleError {
            text.append(error)
            return Response(status: .ok, text.answer)
        } catch let problem as Problem where problem.status == .conflict {
            text.append(try await plan(wanted, context.book), [], nil)
            text.answer.append(.problem, text.texts(.rulesStay))
            return Response(status: .conflict, text.answer)
        }
    }

    private func plan(_ wanted: RuleRequest, _ book: ServedBook) async throws -> RulePlan {
        try await book.readAside { book in
            let rules = try book.ruleSet(trying: wanted.text, inPlaceOf: wanted.rule)
            return try book.rulePlan(rules, changesReconciled: wanted.changesReconciled)
        }
    }

    private func carryOut(_ wanted: RuleRequest, _ book: ServedBook) async throws -> (RulePlan, EntityID?) {
        if wanted.isPreview { return (try await plan(wanted, book), nil) }
        return try await book.write { book in
            try RememberedChange.naming(
                book, noting: { (plan: RulePlan) in PastImport.Note(.rules, count: plan.changes.count) }
            ) { book in
                let plan = try book.reader.rulePlan(
                    book.reader.ruleSet(), changesReconciled: wanted.changesReconciled)
                if let expected = wanted.expected, expected != plan.changes.count {
                    throw Problem(
                        .conflict,
                        "The book has changed since the preview: \(plan.changes.count) entries would change now, not \(expected). "
                            + "Nothing was changed. Ask for the preview again.", field: "expected")
                }
                try book.apply(plan)
                return plan
            }
        }
    }

    private func takeBack(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "run")
        try await context.book.write { book in
            guard let change = try RememberedChange.named(id, in: book) else {
                throw Problem(
                    .notFound,
                    "There is no run “\(id.text)” that can be taken back: it was, or it is forgotten. GET /api/v1/imports "
                        + "lists those that can.")
            }
            _ = try change.apply(undoing: true, in: book)
        }
        return Response(status: .noContent)
    }

    private func propose(_ request: Request, _ context: ServerContext) async throws -> Response {
        let proposals = try await context.book.readAside { try $0.ruleProposals() }
        return Response(
            json: .objects(proposals) { proposal, json in
                json.member("text", proposal.text)
                json.member("entries", proposal.entries.map(\.text))
            })
    }
}

/// The wishes of a request for a run of the rules.
private struct RuleRequest {
    /// True where nothing is to be written.
    let isPreview: Bool
    /// The text of a rule that is tried.
    let text: String?
    /// In whose place it stands.
    let rule: EntityID?
    let changesReconciled: Bool
    /// How many entries are to be changed, if that was said.
    let expected: Int?

    init(_ parameters: Parameters) throws {
        isPreview = parameters["preview"] == "1"
        text = parameters["text"].map { String($0) }
        changesReconciled = parameters["reconciled"] == "change"
        expected = try parameters["expected"].map { try Problem.wholeNumber(String($0), "expected") }
        rule = try parameters["rule"].map { id in
            guard let rule = EntityID(String(id).lowercased()) else {
                throw Problem(.badRequest, "“\(String(id).excerpt)” isn't the id of a rule.", field: "rule")
            }
            return rule
        }
        guard isPreview || text == nil else {
            throw Problem(
                .badRequest, "A text is tried alone. Add preview=1, or make a rule of it first.", field: "text")
        }
    }
}

extension Problem {
    /// A rule that can't be read, or followed.
    fileprivate init(_ error: RuleError) { self.init(.badRequest, error.message, field: "text") }
}
