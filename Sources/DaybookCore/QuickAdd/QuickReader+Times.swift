/// The constructions of times.
extension QuickReader {
    /// 15:00, 9:30 am, 3pm, noon, 下午三點半, 15点20分.
    @inline(never)
    func time(_ index: Int) -> (end: Int, minute: Int64)? {
        guard isComing, let clock = clock(index) else { return nil }
        let end = clock.end
        // 整理三点建议.
        if clock.isBare, index > 0, !isBeside(index), !isClear(end) { return nil }
        switch kind(end) {
        // 3点后, 3点左右, “3pm CET”.
        case .after where tokens[end].value != 1: return nil
        case .barrier where tokens[end].value == 3 || tokens[end].value == 7: return nil
        default: return (end, clock.minute)
        }
    }

    /// Reads words with the form of a time.
    ///
    /// - Returns: whether it is an hour alone that may be something else.
    @inline(never)
    func clock(_ index: Int) -> (end: Int, minute: Int64, isBare: Bool)? {
        var half: Int64?
        var place = index
        let before = kind(index - 1) == .at ? index - 2 : index - 1
        if kind(index) == .half {
            half = tokens[index].value
            place += 1
            // 中午 without an hour.
            if half == 2, number(place) == nil, !isUnspaced(index) || isBeside(index) { return (place, 720, false) }
            guard isUnspaced(index) else { return nil }
        } else if kind(before) == .day, tokens[before].value > 5 {
            half = tokens[before].value < 15 ? 0 : 3
        } else if kind(before) == .part, before > 0 {
            half = tokens[before].value
        } else if kind(before) == .frequency, isUnspaced(before) {
            // 每晚.
            half = scalars[tokens[before].start + 1] == "晚" ? 3 : 0
        }
        guard kind(place) == .number, digits(place) < 3, var hour = number(place)?.value, hour < 24 else { return nil }
        place += 1
        var (minute, isBare) = (0 as Int64, false)
        if isClock(place, 0) {
            guard isUnspaced(place) else { return nil }
            place += 1
            if kind(place) == .halved {
                (minute, place) = (30, place + 1)
            } else if isClock(place, 3) {
                place += 1
            } else if kind(place) == .number, !tokens[place].isSpaced, let number = number(place) {
                guard number.value < 60, isClock(number.end, 2) || isClock(number.end, 1) || digits(place) == 2 else {
                    return nil
                }
                let isQuarter = isClock(number.end, 2)
                minute = isQuarter ? number.value * 15 : number.value
                guard minute < 60 else { return nil }
                place = isQuarter || isClock(number.end, 1) ? number.end + 1 : number.end
            } else {
                isBare = half == nil
            }
        } else {
            let isExact = isMark(place, ":") && !tokens[place].isSpaced
            if isExact {
                guard digits(place - 1) > 0, kind(place + 1) == .number, !tokens[place + 1].isSpaced,
                    digits(place + 1) == 2, tokens[place + 1].value < 60
                else { return nil }
                minute = tokens[place + 1].value
                place += 2
            }
            if kind(place) == .half, tokens[place].value < 3, !isUnspaced(place), digits(place - 1) > 0 {
                half = tokens[place].value
                place += 1
                guard (1...12).contains(hour), half != 2 || hour == 12 else { return nil }
            } else if !isExact {
                // 15 alone may be anything, but not the one of “tonight at 8”.
                guard half != nil, before == index - 2, tokens[index - 1].value == 1, (1...12).contains(hour),
                    isClear(place)
                else { return nil }
            }
        }
        if let half, hour <= 12 {
            // 晚上12點 may be either midnight.
            if hour == 12, half == 3 { return nil }
            hour = hour % 12 + (half == 0 ? 0 : 12)
        }
        return (place, hour * 60 + minute, isBare)
    }
}
