extension QuickReader {
    @inline(never)
    func kind(_ index: Int) -> QuickToken.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }

    @inline(never)
    func matches(_ index: Int) -> (end: Int, meaning: Meaning)? {
        matches.indices.contains(index) ? matches[index] : nil
    }

    @inline(never)
    func isFiller(_ index: Int, _ value: Int64) -> Bool {
        kind(index) == .filler && tokens[index].value == value
    }

    @inline(never)
    func isClock(_ index: Int, _ value: Int64) -> Bool { kind(index) == .clock && tokens[index].value == value }

    @inline(never)
    func isMark(_ index: Int, _ scalar: Unicode.Scalar) -> Bool {
        kind(index) == .mark && tokens[index].value == Int64(scalar.value)
    }

    /// A number, and a counter behind it: 3個.
    @inline(never)
    func number(_ index: Int) -> (value: Int64, end: Int)? {
        guard kind(index) == .number, tokens[index].value >= 0 else { return nil }
        return (tokens[index].value, isFiller(index + 1, 2) ? index + 2 : index + 1)
    }

    /// 3rd, third, 第三, last.
    @inline(never)
    func ordinal(_ index: Int) -> (value: Int64, end: Int)? {
        switch kind(index) {
        case .ordinal: return (tokens[index].value, index + 1)
        case .turn: return tokens[index].value == 0 && !isUnspaced(index) ? (-1, index + 1) : nil
        case .nth: return number(index + 1)
        case .number:
            guard kind(index + 1) == .nth, !tokens[index + 1].isSpaced, digits(index) > 0, tokens[index].value > 0,
                !isUnspaced(index + 1)
            else { return nil }
            return (tokens[index].value, index + 2)
        default: return nil
        }
    }

    /// How many digits a number has; none where it is a word.
    @inline(never)
    func digits(_ index: Int) -> Int {
        guard kind(index) == .number, isDigit(half(scalar: index)) else { return 0 }
        return tokens[index].end - tokens[index].start
    }

    func half(scalar index: Int) -> Unicode.Scalar {
        let scalar = scalar(index)
        return scalar.value >= 0xFF10 && scalar.value <= 0xFF19 ? "0" : scalar
    }

    @inline(never)
    func scalar(_ index: Int) -> Unicode.Scalar {
        tokens.indices.contains(index) ? scalars[tokens[index].start] : " "
    }

    @inline(never)
    func isUnspaced(_ index: Int) -> Bool { QuickToken.isUnspaced(scalar(index)) }

    /// Tells whether a day or a rule ends just before.
    func isBeside(_ index: Int) -> Bool {
        switch kind(index - 1) {
        case .day, .weekday, .workday, .unit, .dayMark, .tail, .part: true
        default: false
        }
    }

    /// Tells whether words may begin there.
    func isStart(_ index: Int) -> Bool {
        // 三五天 are some.
        if kind(index) == .number, kind(index - 1) == .number, !tokens[index].isSpaced { return false }
        if index == 0 || tokens[index].isSpaced || isUnspaced(index) || isUnspaced(index - 1) { return true }
        return kind(index - 1) == .mark && scalar(index - 1).isOne(in: "(（,;，、。；：！？")
            || isComing && kind(index - 1) == .at && tokens[index - 1].value == 1
    }

    /// Tells whether words may end before a token.
    func isEnd(_ index: Int) -> Bool {
        if index >= tokens.count || tokens[index].isSpaced || isUnspaced(index) || isUnspaced(index - 1) { return true }
        return kind(index) == .mark && scalar(index).isOne(in: ",;:.!?)，；：。！？）、")
            && (isEnd(index + 1) || scalar(index).value > 0x7F)
    }

    /// Tells whether it is neither punctuation nor of an amount.
    func isWord(_ index: Int) -> Bool { tokens[index].kind != .mark && !amount.contains(tokens[index].start) }

    /// Tells whether nothing but days, times, rules and an amount follows.
    func isClear(_ index: Int) -> Bool {
        var index = index
        while index < tokens.count, !isWord(index) { index += 1 }
        return index >= tokens.count || matches(index) != nil
    }
}
