import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/rules`: what is done to entries, as JSON resources, and doing it. See docs/guides/rules.md.
struct RuleRoutes {
    private let items = ItemRoutes<RuleRow>(
        path: "/api/v1/rules", noun: "rule", json: RuleJSON.resource,
        make: { json, _ in
            let changes = try RuleInput(json, makes: true).changes
            return { book in
                let row = try book.add(rule: changes)
                try Self.check(row.rule.id, book.reader)
                return row
            }
        },
        change: { json in
            let changes = try RuleInput(json, makes: false).changes
            return { row, book in
                guard let text = changes[.ruleText]?.text else { return changes }
                let tried = try book.reader.ruleSet(adding: [text])
                if let problem = tried.problems.last, try problem.number > book.reader.rules().count {
                    throw Problem(.badRequest, problem.error.message, field: "text")
                }
                return changes
            }
        })

    func add(to router: Router<ServerContext>) {
        items.add(to: router).get(use: list)
        router.post("/api/v1/rule-runs", use: run)
        router.delete("/api/v1/rule-runs/:id", use: takeBack)
        router.get("/api/v1/rule-proposals", use: propose)
    }

    private static func check(_ id: EntityID, _ book: BookReader) throws {
        guard let problem = try book.ruleSet().problems.first(where: { $0.rule == id }) else { return }
        throw Problem(.badRequest, problem.error.message, field: "text")
    }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        Response(json: RuleJSON.resource(base: items.base(context)).list(try context.book.read { try $0.rules() }))
    }

    /// Applies the rules, or with `preview=1` says what they would do; with a `text`, as if that were one more rule.
    private func run(_ request: Request, _ context: ServerContext) async throws -> Response {
        let isPreview = request.query["preview"] == "1"
        let text = request.query["text"].map { String($0) }
        let changesReconciled = request.query["reconciled"] == "change"
        if let text {
            guard isPreview else {
                throw Problem(
                    .badRequest, "A text is tried alone. Add preview=1, or make a rule of it first.", field: "text")
            }
            do throws(RuleError) { _ = try RuleText(text) } catch {
                throw Problem(.badRequest, error.message, field: "text")
            }
        }
        if isPreview {
            return try await Response(
                json: context.book.readAside { book in
                    let rules = try book.ruleSet(adding: text.map { [$0] } ?? [])
                    return try book.rulePlan(rules, changesReconciled: changesReconciled).json(id: nil)
                })
        }
        let (plan, id) = try await context.book.write { book in
            try RememberedChange.naming(book) { book in
                let plan = try book.reader.rulePlan(book.reader.ruleSet(), changesReconciled: changesReconciled)
                try book.apply(plan)
                return plan
            }
        }
        var response = Response(status: id == nil ? .ok : .created, json: plan.json(id: id))
        if let id { response.headers[.location] = "\(context.origin)/api/v1/rule-runs/\(id.text)" }
        return response
    }

    private func takeBack(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "run")
        try await context.book.write { book in
            guard let change = try RememberedChange.named(id, in: book) else {
                throw Problem(
                    .notFound,
                    "There is no run “\(id.text)” that can be taken back: it was, or more than \(UndoStep.limit) changes came "
                        + "after it.")
            }
            _ = try change.apply(undoing: true, in: book)
        }
        return Response(status: .noContent)
    }

    private func propose(_ request: Request, _ context: ServerContext) async throws -> Response {
        var json = JSONWriter()
        json.beginArray()
        for proposal in try await context.book.readAside({ try $0.ruleProposals() }) {
            json.beginObject()
            json.key("text")
            json.string(proposal.text)
            json.key("entries")
            json.beginArray()
            for id in proposal.entries { json.id(id) }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        return Response(json: json)
    }
}
