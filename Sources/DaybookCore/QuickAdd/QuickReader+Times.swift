extension QuickReader {
    /// 15:00, 9:30 am, 3pm, noon, 下午三點半, 15点20分.
    @inline(never)
    func time(_ index: Int) -> (end: Int, minute: Int64)? {
        guard isComing else { return nil }
        var half: Int64?
        var place = index
        if kind(index) == .half {
            half = tokens[index].value
            place += 1
            // 中午 without an hour.
            if half == 2, number(place) == nil, !isUnspaced(index) || isBeside(index) { return (place, 720) }
            guard isUnspaced(index) else { return nil }
        } else if kind(index - 1) == .day, tokens[index - 1].value > 5 {
            half = tokens[index - 1].value < 20 ? 0 : 3
        }
        guard kind(place) == .number, digits(place) < 3, var hour = number(place)?.value, hour < 24 else { return nil }
        place += 1
        var minute: Int64 = 0
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
            } else if half == nil, index > 0, !isBeside(index), !isClear(place) {
                // 整理三点建议.
                return nil
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
            if half == nil, kind(place) == .half, !isUnspaced(place), digits(place - 1) > 0 {
                half = tokens[place].value
                place += 1
                guard (1...12).contains(hour), half != 2 || hour == 12 else { return nil }
            } else if !isExact {
                // 15 alone may be anything.
                return nil
            }
        }
        if let half, hour <= 12 {
            // 晚上12點 may be either midnight.
            if hour == 12, half == 3 { return nil }
            hour = hour % 12 + (half == 0 ? 0 : 12)
        }
        return (place, hour * 60 + minute)
    }
}
