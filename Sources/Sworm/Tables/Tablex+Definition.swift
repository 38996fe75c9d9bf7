extension Tablex {
    /// Describes the table.
    ///
    /// - Parameters:
    ///   - strict: SQLite refuses a value of a type that is not the column's.
    ///   - withoutRowID: rows lie in the order of the primary key, which then must be there.
    ///   - describe: adds columns, constraints and indexes.
    public func definition(
        strict: Bool = true, withoutRowID: Bool = false, _ describe: (inout TableDefinition) -> Void
    ) -> TableDefinition {
        var definition = TableDefinition(self, strict: strict, withoutRowID: withoutRowID)
        describe(&definition)
        return definition
    }

    /// `CREATE TABLE`, and its indexes.
    public func create(
        ifNotExists: Bool = false, strict: Bool = true, withoutRowID: Bool = false,
        _ describe: (inout TableDefinition) -> Void
    ) -> Command {
        definition(strict: strict, withoutRowID: withoutRowID, describe).create(ifNotExists: ifNotExists)
    }

    /// `DROP TABLE`.
    public func drop(ifExists: Bool = false) -> Command {
        .definition {
            $0.text(ifExists ? "DROP TABLE IF EXISTS " : "DROP TABLE ")
            $0.name(name)
        }
    }

    /// `CREATE INDEX`, named after table and columns unless `name` is given. `where` makes it partial.
    public func createIndex<each V>(
        _ columns: repeat Expression<each V>, unique: Bool = false, ifNotExists: Bool = false,
        where condition: Expression<Bool>? = nil, name: String? = nil
    ) -> Command {
        var names: [String] = []
        for column in repeat each columns { names.append(column.label) }
        let index = IndexDefinition(
            table: self, name: name, columns: names, isUnique: unique, condition: condition?.node)
        return .definition { index.write(to: &$0, ifNotExists: ifNotExists) }
    }
}

extension TableDefinition {
    /// `CREATE TABLE`, and its indexes.
    public func create(ifNotExists: Bool = false) -> Command {
        var command = Command.definition { writeCreate(to: &$0, ifNotExists: ifNotExists) }
        for index in indexes {
            let creation = Command.definition { index.write(to: &$0, ifNotExists: ifNotExists) }
            command.steps += creation.steps
            command.error = command.error ?? creation.error
        }
        return command
    }
}
