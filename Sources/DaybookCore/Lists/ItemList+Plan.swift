extension Changes {
    func registers(makingList id: EntityID, _ stamp: Stamp, _ now: Timestamp) -> Result<[Register], ItemError> {
        if self[.title] == nil { return .failure(.blankTitle(.list)) }
        if let problem = values.titleProblem(.list) { return .failure(problem) }
        var list = ItemList(id: id, createdAt: now)
        let start = [
            Register(id, .type, stamp, Record.listType), Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, (self[.todoPosition]?.position ?? .last(stamp)).bytes),
        ]
        return .success(
            start + values.withTrimmedTitle.registers(changing: &list, ItemList.fields, isNew: true, stamp))
    }

    func registers(changing list: ItemList, _ stamp: Stamp) -> Result<[Register], ItemError> {
        if let problem = values.titleProblem(.list) { return .failure(problem) }
        var changed = list
        var registers = values.withTrimmedTitle.registers(changing: &changed, ItemList.fields, isNew: false, stamp)
        if let place = self[.todoPosition]?.position, place != list.position {
            registers.append(Register(list.id, .todoPosition, stamp, place.bytes))
        }
        return .success(registers)
    }
}
