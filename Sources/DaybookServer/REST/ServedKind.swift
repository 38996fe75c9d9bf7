import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// A kind whose things REST serves by its fields: its routes, and what `openapi.yaml` says of them. See docs/server.md.
struct ServedKind: Sendable {
    let add: @Sendable (Router<ServerContext>) -> Void
    /// The paths in `openapi.yaml`.
    let paths: String
    let schemas: String

    /// Lists the kinds that are served so.
    static let all = [
        ServedKind(ItemList.resource), ServedKind(SavedFilter.resource),
        ServedKind(MoneyAccountRoutes.items, MoneyAccount.resource) { MoneyAccountRoutes().add(to: $0, $1) },
        ServedKind(PayeeRoutes.items, Payee.resource) { router, _ in PayeeRoutes().add(to: router) },
        ServedKind(RuleRoutes.items, EntryRule.resource) { router, _ in RuleRoutes().add(to: router) },
        ServedKind(TemplateRoutes.items, Template.resource) { TemplateRoutes().add(to: $1) },
        ServedKind(Envelope.resource), ServedKind(EnvelopeMove.resource),
        ServedKind(ItemRoutes(derived: BudgetCell.resource), BudgetCell.resource),
        ServedKind(ItemRoutes(derived: CarryFlag.resource), CarryFlag.resource),
    ]

    /// A kind whose things are what their fields say.
    init<Owner>(_ resource: KindResource<Owner>) { self.init(ItemRoutes(resource), resource) }

    /// - Parameter more: adds what only this kind has, to the routes of its things too.
    init<Owner>(
        _ items: ItemRoutes<KindRow<Owner>>, _ resource: KindResource<Owner>,
        more: @escaping @Sendable (Router<ServerContext>, RouterGroup<ServerContext>) -> Void = { _, _ in }
    ) {
        add = { router in
            let group = items.add(to: router)
            group.get { _, context in
                Response(json: items.json(items.base(context)).list(try context.book.read { try $0.all(Owner.self) }))
            }
            more(router, group)
        }
        paths = resource.paths
        schemas = resource.schemas
    }
}

extension ItemRoutes {
    /// The routes of a kind whose things are what their fields say.
    ///
    /// - Parameters:
    ///   - check: throws where a thing can't have what it is to have; it is nil for a new one.
    ///   - follow: does what goes along with a change.
    ///   - remove: deletes one; nil where nothing else goes with it.
    init<Owner>(
        _ resource: KindResource<Owner>,
        check: @escaping @Sendable (Changes, Owner?, BookReader) throws -> Void = { _, _, _ in },
        follow: @escaping @Sendable (Changes, Owner, BookTransaction) throws -> Void = { _, _, _ in },
        remove: (@Sendable (EntityID, BookTransaction) throws -> Void)? = nil
    ) where Row == KindRow<Owner> {
        self.init(
            resource,
            make: { json, _ in
                let input = try resource.input(json, makes: true)
                return { book in
                    let changes = try input.changes(of: nil) { try book.reader.restCurrency() }
                    try check(changes, nil, book.reader)
                    return try book.add(Owner.self, changes)
                }
            },
            change: { json in
                let input = try resource.input(json, makes: false)
                return { row, book in
                    let changes = try input.changes(of: row.item) { try book.reader.restCurrency() }
                    try check(changes, row.item, book.reader)
                    try follow(changes, row.item, book)
                    return changes
                }
            })
        if let remove { self.remove = remove }
    }

    /// The routes of a kind whose things are made by saying them.
    init<Owner: DerivedEntity>(derived resource: KindResource<Owner>) where Row == KindRow<Owner> {
        self.init(
            resource,
            make: { json, _ in
                let input = try resource.input(json, makes: true)
                return { book in
                    guard let thing = try Owner(input.changes(of: nil) { .usDollar }.values) else {
                        throw resource.lacking
                    }
                    return try book.set(thing)
                }
            },
            change: { json in
                let input = try resource.input(json, makes: false)
                return { row, _ in try input.changes(of: row.item) { .usDollar } }
            })
    }

    /// The routes of a kind of which more is to know when one is made or changed.
    init<Owner>(
        _ resource: KindResource<Owner>,
        make: @escaping @Sendable (JSONValue, Request) throws -> @Sendable (BookTransaction) throws -> Row,
        change: @escaping @Sendable (JSONValue) throws -> @Sendable (Row, BookTransaction) throws -> Changes
    ) where Row == KindRow<Owner> {
        self.init(
            path: "/api/v1/\(resource.name)", noun: Owner.kind.noun.text, json: resource.json, make: make,
            change: change)
    }
}
