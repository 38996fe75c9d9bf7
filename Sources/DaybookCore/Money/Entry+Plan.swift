extension Changes {
    func registers(
        makingEntry id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate,
        _ fields: FieldList<Entry>
    ) -> Result<[Register], ItemError> {
        if let problem = entryProblem() { return .failure(problem) }
        var values = values
        values.fill(.createdAt, .time(now))
        values.fill(.kind, FieldValue(.unsorted))
        values.fill(.day, .day(today(now)))
        var entry = Entry(id: id, createdAt: now)
        return .success(values.withTrimmedTexts.registers(changing: &entry, fields, isNew: true, stamp))
    }

    func registers(
        changing entry: Entry, _ stamp: Stamp, _ fields: FieldList<Entry>
    ) -> Result<[Register], ItemError> {
        if let problem = values.problem(changing: entry.tags) { return .failure(problem) }
        var changed = entry
        let registers = values.withTrimmedTexts.registers(changing: &changed, fields, isNew: false, stamp)
        let loses = entry.amount != nil || entry.voice != nil && changed.voice == nil
        if changed.amount == nil, changed.kind != .unsorted || loses { return .failure(.noAmount) }
        return .success(registers)
    }
}

extension FieldValues {
    /// Why no thing can have these; nil if it can.
    ///
    /// - Parameter tags: those that the thing has.
    public func problem(changing tags: [String]) -> ItemError? {
        longText.map { .textTooLong($0.field, bytes: $0.bytes) } ?? tagProblem(changing: tags) ?? partProblem
    }

    private var partProblem: ItemError? {
        for part in self[.parts]?.parts ?? [] {
            let bytes = part.note.utf8.count
            if bytes > Self.longestText { return .textTooLong(.note, bytes: bytes) }
            if let problem = TagChange(from: [], to: part.tags).problem { return problem }
        }
        return nil
    }

    /// Does the same as `problem`, of tags alone.
    func tagProblem(changing tags: [String]) -> ItemError? {
        guard let wanted = self[.tag] else { return nil }
        return TagChange(from: tags, to: wanted.texts).problem
    }

    /// Without the white space around texts.
    fileprivate var withTrimmedTexts: FieldValues {
        var values = self
        for element in all {
            if case .text(let text) = element.value { values[element.field] = .text(text.trimmed) }
        }
        return values
    }
}
