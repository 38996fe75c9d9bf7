public import DaybookCore

/// The quick record: a line that is typed, or words that are spoken.
public struct RecordState {
    /// The line that is being typed.
    public private(set) var line = ""
    /// The same as `State.isTitleTyped`.
    private(set) var isTyped = false
    /// True where the line was to be stored and could not be.
    private(set) var isChecked = false
    /// The recording under way; there is one at a time.
    public private(set) var voice = Voice.none

    /// How far a recording has come.
    public enum Voice: Equatable, Sendable {
        /// Nothing is being recorded.
        case none
        /// The microphone was asked for.
        case asked
        case listening
        /// It ended, and its bytes are awaited or being stored.
        case ended(Digest?)
    }
}

/// The actions of the quick record.
public indirect enum RecordAction: Equatable {
    /// The text in the line by now.
    case type(String)
    /// Puts an example into the line.
    case tryLine(String)
    /// Stores what the line says. What can't be stored stays in it.
    case save
    /// The line became this entry.
    case added(EntityID)
    /// Holds the button of the microphone, or lets it go.
    case hold(Bool)
    case listening
    /// These are the bytes of a recording. It becomes an entry only once it is stored.
    case heard([UInt8])
    case kept
    /// There is none, or it can't be stored.
    case refuse(Problem)
}

extension RecordState {
    mutating func reduce(_ action: RecordAction, _ state: State, _ app: inout Reducer) {
        switch action {
        case .type(let text):
            (line, isTyped, isChecked) = (text, true, false)
            app.next.append(.completion(.offer(text, .line)))
        case .tryLine(let text):
            reduce(.type(text), state, &app)
            app.focus(on: "record")
        case .save:
            isChecked = true
            let today = app.world.today
            guard case .success(let record) = state.understood(today: today), record.amount != nil else { return }
            if !record.namesCurrency, state.recordingAccount == nil { app.next.append(.money(.settle)) }
            add(record.draft(on: today), .line(line), state, &app) { .record(.added($0)) }
        case .added(let id):
            (line, isChecked) = ("", false)
            app.focus(on: "record")
            app.next.append(.money(.added(id)))
        case .hold(let isHeld): hold(isHeld, &app)
        case .listening: if voice == .asked { voice = .listening }
        case .heard(let bytes):
            do {
                let recording = try Recording(bytes)
                voice = .ended(recording.digest)
                app.effects.append(.keep(recording))
            } catch {
                reduce(.refuse(.item(error)), state, &app)
            }
        case .kept: becomeEntry(state, &app)
        case .refuse(let problem):
            voice = .none
            app.next.append(.say(.problem(problem)))
        }
    }

    /// Holding the button starts a recording, letting go ends it.
    mutating func hold(_ isHeld: Bool, _ app: inout Reducer) {
        switch voice {
        case .none where isHeld:
            voice = .asked
            app.effects.append(.listen(true))
        case .asked where !isHeld, .listening where !isHeld:
            voice = .ended(nil)
            app.effects.append(.listen(false))
        case .none, .asked, .listening, .ended: break
        }
    }

    /// A recording that is stored becomes an entry, with what the line says.
    private mutating func becomeEntry(_ state: State, _ app: inout Reducer) {
        guard case .ended(let digest?) = voice else { return }
        voice = .none
        var typed = UnsavedInput.nothing
        let today = app.world.today
        var draft = Changes.entry(kind: .unsorted, day: today, voice: digest)
        if case .success(let record) = state.understood(today: today) {
            var said = record.draft(on: today)
            said[.voice] = .digest(digest)
            if said[.amount] == nil { said[.kind] = .choice(EntryKind.unsorted.rawValue) }
            // A line that no entry can be made of stays in its field.
            if said.entryProblem() == nil {
                draft = said
                typed = .line(line)
                line = ""
            }
        }
        add(draft, typed, state, &app) { .money(.added($0)) }
    }

    private func add(
        _ draft: Changes, _ typed: UnsavedInput, _ state: State, _ app: inout Reducer, then: (EntityID) -> Action
    ) {
        var draft = draft
        state.assign(&draft)
        var random = app.world.generator
        let id = EntityID(using: &random)
        app.next.append(.perform([.add(.entry, id, draft)], typed: typed, then: [then(id)]))
    }

    /// Takes back a line that couldn't be stored, unless another stands there.
    mutating func giveBack(_ text: String) { if line.isBlank { line = text } }

    /// Leaves undo to the app again, until something is typed.
    mutating func endTyping() { isTyped = false }
}

extension State {
    /// Tells what the line of the quick record says.
    func understood(today: CivilDate) -> Result<QuickRecord, ItemError> {
        do throws(ItemError) {
            return .success(
                try QuickRecord(record.line, today: today, usual: entryCurrency, local: settings.language.usualCurrency)
            )
        } catch {
            return .failure(error)
        }
    }
}
