/// Works out which positions put a to-do to another place in its section.
struct Move<Source: BookSource> {
    let todo: Todo
    let source: Source
    let stamp: Stamp

    func registers(
        to place: TodoPlace, using random: inout some RandomNumberGenerator
    ) throws(Source.Failure) -> Result<[Register], ItemError> {
        switch place {
        case .first:
            return .success([register(todo, .first(stamp))])
        case .last:
            return .success([register(todo, .last(stamp))])
        case .before(let id), .after(let id):
            if id == todo.id { return .success([]) }
            guard let anchor = try source.todo(id) else { return .failure(.notFound(.todo, id)) }
            guard anchor.section == todo.section else { return .failure(.otherSection(id)) }
            return .success(try registers(place == .before(id) ? .before : .after, of: anchor, using: &random))
        }
    }

    /// Where there is room, one key is enough; where there is none, the neighbours get fresh keys as well: 8 on each
    /// side, or twice as many until they fit.
    private func registers(
        _ side: TodoSide, of anchor: Todo, using random: inout some RandomNumberGenerator
    ) throws(Source.Failure) -> [Register] {
        var width = 0
        while true {
            var before = try others(.before, of: anchor, limit: width + 1)
            var after = try others(.after, of: anchor, limit: width + 1)
            if side == .before { after.insert(anchor, at: 0) } else { before.insert(anchor, at: 0) }

            let lower = width < before.count ? before[width].position : .first(stamp)
            let upper = width < after.count ? after[width].position : .last(stamp)
            var row: [Todo] = []
            for todo in before.prefix(width).reversed() { row.append(todo) }
            row.append(todo)
            for todo in after.prefix(width) { row.append(todo) }
            if row.count == 1, width >= before.count, lower < upper { return [register(todo, lower)] }
            if row.count == 1, width >= after.count, lower < upper { return [register(todo, upper)] }
            if let keys = Position.spread(row.count, between: lower, upper, using: &random) {
                return zip(row, keys).map { register($0, $1) }
            }
            if width > before.count, width > after.count { return [] }
            width = max(8, width * 2)
        }
    }

    private func others(_ side: TodoSide, of anchor: Todo, limit: Int) throws(Source.Failure) -> [Todo] {
        let found = try source.neighbours(of: anchor, side, limit: limit + 1)
        return Array(found.filter { $0.id != todo.id }.prefix(limit))
    }

    private func register(_ todo: Todo, _ position: Position) -> Register {
        // The place of a to-do that comes no more is that of its last occurrence.
        todo.isCompleted
            ? Register(todo.occurrence?.id ?? todo.id, .donePosition, stamp, position.bytes)
            : Register(todo.id, .todoPosition, stamp, position.bytes)
    }
}
