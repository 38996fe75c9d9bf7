import DaybookCore

extension Reducer {
    /// Holding the button starts a recording, letting go ends it.
    mutating func holdVoice(_ isHeld: Bool, _ state: inout State) {
        switch state.money.voice {
        case .none where isHeld:
            state.money.voice = .asked
            effects.append(.listen(true))
        case .asked where !isHeld, .listening where !isHeld:
            state.money.voice = .ended(nil)
            effects.append(.listen(false))
        case .none, .asked, .listening, .ended: break
        }
    }

    /// A recording becomes an entry only when it is stored, with what the line says.
    mutating func take(_ bytes: [UInt8], _ state: inout State) {
        do {
            let recording = try Recording(bytes)
            state.money.voice = .ended(recording.digest)
            effects.append(.keep(recording))
        } catch {
            refuseVoice(.item(error), &state)
        }
    }

    mutating func keptVoice(_ state: inout State) {
        guard case .ended(let digest?) = state.money.voice else { return }
        state.money.voice = .none
        var typed = Typed.nothing
        var draft = Changes.entry(kind: .unsorted, day: world.today, voice: digest)
        if case .success(let record) = state.understood(today: world.today) {
            var said = record.draft(on: world.today)
            said[.voice] = .digest(digest)
            if said[.amount] == nil { said[.kind] = .choice(EntryKind.unsorted.rawValue) }
            // A line that no entry can be made of stays in its field.
            if said.entryProblem() == nil {
                draft = said
                typed = .line(state.money.line)
                state.money.line = ""
            }
        }
        state.assign(&draft)
        var random = world.generator
        let id = EntityID(using: &random)
        if perform(.add(.entry, id, draft), &state, typed: typed) { showAdded(id, &state) }
    }

    mutating func refuseVoice(_ problem: Problem, _ state: inout State) {
        state.money.voice = .none
        show(.problem(problem), &state)
    }
}
