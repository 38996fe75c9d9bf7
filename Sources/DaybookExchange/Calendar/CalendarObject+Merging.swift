import DaybookCore

extension CalendarObject {
    /// A line of the to-do or of the calendar, or a component with all that is in it: what is merged as a whole.
    struct Unit {
        enum Place {
            /// Among the lines of the to-do.
            case line
            /// Behind them, in the to-do.
            case component
            /// Before the to-do.
            case zone
            /// Behind the to-do.
            case override
        }

        /// Tells it from others of its kind, as far as a client may have only one.
        let name: String
        /// To which part of the to-do it belongs; nil for what Daybook doesn't know.
        let part: CalendarValues.Part?
        let place: Place
        let range: Range<Int>
        let digest: UInt64

        /// True where the value of its part decides. An app says more of a to-do that is under way than its status.
        var isOfValue: Bool { part.map { $0 != .status } ?? false }
    }

    /// Lines that a client writes by itself each time.
    private static let stamps = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CREATED", "UID"]

    var units: [Unit] {
        var units: [Unit] = []
        func add(_ name: String, _ part: CalendarValues.Part?, _ place: Unit.Place, _ first: Int, _ last: Int) {
            let range = lines[first].range.lowerBound..<lines[last].range.upperBound
            units.append(
                Unit(name: name, part: part, place: place, range: range, digest: digest(ofLinesIn: range)))
        }
        func value(_ name: String, _ range: Range<Int>, depth: Int) -> String? {
            lines[range].first { $0.depth == depth && $0.line.name == name }?.line.value
        }
        var begin: Int?
        for index in own where lines[index].depth == 2 {
            let line = lines[index].line
            if line.name == "BEGIN" {
                begin = index
            } else if line.name == "END", let start = begin {
                let id = value("UID", start..<index, depth: 3) ?? value("X-WR-ALARMUID", start..<index, depth: 3)
                add("\(line.value) \(id ?? "")", nil, .component, start, index)
                begin = nil
            } else if !Self.stamps.contains(line.name) {
                let type = line.name == "RELATED-TO" ? line.parameter("RELTYPE") ?? "" : ""
                add(line.name + " " + type, CalendarValues.part(of: line), .line, index, index)
            }
        }
        begin = nil
        for (index, line) in lines.enumerated() where line.depth == 1 {
            if line.line.name == "BEGIN" { begin = index }
            guard line.line.name == "END", let start = begin, start + 1 != own.lowerBound else { continue }
            let isZone = line.line.value.trimmed.uppercased() == "VTIMEZONE"
            let id = value(isZone ? "TZID" : "RECURRENCE-ID", start..<index, depth: 2) ?? ""
            add("\(line.line.value) \(id)", nil, isZone ? .zone : .override, start, index)
        }
        return units
    }

    /// However they are folded.
    private func digest(ofLinesIn range: Range<Int>) -> UInt64 {
        var unfolded: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let isFold =
                bytes[index] == 0x0D && index + 2 < range.upperBound && [0x20, 0x09].contains(bytes[index + 2])
            if isFold {
                index += 3
            } else {
                unfolded.append(bytes[index])
                index += 1
            }
        }
        return UInt64(digestOf: unfolded)
    }

    /// Merges the text that a client wrote: the lines in it that others changed since it began are as they are
    /// now.
    ///
    /// - Parameters:
    ///   - shown: what the client would be told now.
    ///   - base: what it began with; nil if that isn't known.
    ///   - parts: those in which it changes the to-do.
    ///   - isFirst: whether no client wrote of the to-do before, so that nothing of it can be old.
    public func merged(
        with shown: CalendarObject, since base: CalendarBase?, taking parts: [CalendarValues.Part], isFirst: Bool
    ) -> [UInt8] {
        let (mine, theirs) = (units, shown.units)
        let (own, others) = (Set(mine.map(\.digest)), Set(theirs.map(\.digest)))
        var gone: [Range<Int>] = []
        var new: [Unit] = []
        func takeTheirs(_ mine: [Unit], _ theirs: [Unit]) {
            gone += mine.filter { !others.contains($0.digest) }.map(\.range)
            new += theirs.filter { !own.contains($0.digest) }
        }
        let byName = Dictionary(grouping: mine) { $0.name }
        let theirsByName = Dictionary(grouping: theirs) { $0.name }
        var names: Set<String> = []
        for name in (mine + theirs).map(\.name) where names.insert(name).inserted {
            let (mine, theirs) = (byName[name] ?? [], theirsByName[name] ?? [])
            if let part = (mine + theirs).first?.part {
                let isSame = values.isSame(part, as: shown.values)
                if !isSame, !parts.contains(part) { takeTheirs(mine, theirs) }
                if !isSame || part != .status { continue }
            }
            guard let base else {
                if !theirs.isEmpty || !isFirst { takeTheirs(mine, theirs) }
                continue
            }
            let added = theirs.filter { !base.units.contains($0.digest) && !own.contains($0.digest) }
            // The last writer's line counts where both changed one.
            if !added.isEmpty, mine.count == 1, theirs.count == 1, !base.units.contains(mine[0].digest) { continue }
            gone += mine.filter { base.units.contains($0.digest) && !others.contains($0.digest) }.map(\.range)
            new += added
        }
        return gone.isEmpty && new.isEmpty ? bytes : replacing(gone, by: new, of: shown)
    }

    private func replacing(_ gone: [Range<Int>], by new: [Unit], of other: CalendarObject) -> [UInt8] {
        func start(_ index: Int) -> Int { lines[min(index, lines.count - 1)].range.lowerBound }
        let end = start(own.upperBound)
        let inner = own.first { lines[$0].depth == 2 && lines[$0].line.name == "BEGIN" }.map { start($0) }
        let outer = lines.firstIndex { $0.depth == 1 && $0.line.name == "BEGIN" }.map { start($0) }
        let places: [(offset: Int, place: Unit.Place)] = [
            (outer ?? end, .zone), (inner ?? end, .line), (end, .component), (start(lines.count - 1), .override),
        ]
        var result: [UInt8] = []
        var position = 0
        func copy(upTo end: Int) {
            for hole in gone.sorted(by: { $0.lowerBound < $1.lowerBound })
            where hole.lowerBound >= position && hole.lowerBound < end {
                result += bytes[position..<hole.lowerBound]
                position = hole.upperBound
            }
            result += bytes[min(position, end)..<end]
            position = max(position, end)
        }
        for (offset, place) in places {
            copy(upTo: offset)
            for unit in new where unit.place == place { result += other.bytes[unit.range] }
        }
        copy(upTo: bytes.count)
        return result
    }
}
