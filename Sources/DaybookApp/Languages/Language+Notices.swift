import DaybookCore

extension Language {
    /// Tells what a message says, on the screen and to a screen reader.
    ///
    /// - Parameter rows: how many the list has.
    func notice(_ notice: Notice, rows: Int) -> String {
        switch notice {
        case .added(let number, let title): done(.added, number, title)
        case .deleted(let number, let title): done(.deleted, number, title)
        case .deletedEntries(let number, let first): done(.deleted, number, title(first))
        case .recorded(let entry):
            self(
                .recorded,
                (entry.amount.map { amount($0, entry.kind) + " · " } ?? "") + title(entry).excerpt(40))
        case .transferred(let title): self(.recorded, title.excerpt(80))
        case .movedAll(let count, let name): self(.movedAll, String(count), name.excerpt(40))
        case .booked(let notice, let booking): self.notice(notice, booking)
        case .undone: self(.undone)
        case .redone: self(.redone)
        case .keptAsIs: self(.keptAsIs)
        case .moved(let title, let place): self(.moved, self(.quoted, title.excerpt(40)), String(place))
        case .put(let title, let parent):
            self(
                parent.isBlank ? .takenOut : .put, self(.quoted, title.excerpt(40)),
                self(.quoted, parent.excerpt(40)))
        case .checked(let number, let title): done(.checked, number, title)
        case .unchecked(let number, let title): done(.unchecked, number, title)
        case .changed(let number, let title): done(.changed, number, title)
        case .skipped(let title): self(.skipped, self(.quoted, title.excerpt(40)))
        case .madeTemplate(let title): self(.madeTemplate, self(.quoted, title.excerpt(40)))
        case .imported(let words): words
        case .alike(let alike): self(.moreAlike, alike.ids.count)
        case .gone(_, let name): self(.gone, name.isBlank ? self(.money) : self(.quoted, name.excerpt(40)))
        case .found: self(.found, rows)
        case .problem(.notStored(let reason)): self(.storageFull) + self.reason(reason)
        case .problem(.item(let error)): problem(error)
        case .problem(.notRecorded(let reason)) where reason.begins(with: "TooShortError"): self(.heldTooShort)
        case .problem(.notRecorded(let reason)): self(.notRecorded) + self.reason(reason)
        case .problem(.notNotified(let reason)): self(.notNotified) + self.reason(reason)
        case .problem(.importing(let problem)): importing(problem)
        case .problem(.noTexts(let name)): self(.noTexts, name)
        case .problem(.notPlayed(let reason)): self(.notPlayed) + self.reason(reason)
        }
    }

    /// Says what was done to to-dos, and what became of the expenses that they book: "Done. Recorded −1,200.00 EUR".
    private func notice(_ notice: Notice?, _ booking: Booking) -> String {
        var sentences: [String] = []
        if case .checked? = notice {
            sentences.append(self(.finishedOne))
        } else if let notice {
            sentences.append(self.notice(notice, rows: 0))
        }
        for (sums, phrase) in [
            (booking.recorded, Phrase.recorded), (booking.removed, .removed), (booking.kept, .kept),
        ] where !sums.isEmpty {
            sentences.append(self(phrase, self.sums(sums, .expense)))
        }
        return sentences.joined(separator: self(.stop))
    }

    /// Says what was done, and to which one or to how many.
    private func done(_ phrase: Phrase, _ number: Int, _ title: String) -> String {
        self(phrase, number == 1 ? self(.quoted, title.excerpt(40)) : self(.countItems, number))
    }

    /// Why the last attempt to sync failed.
    func failure(_ failure: SyncClient.Failure) -> String {
        let phrase: Phrase =
            switch failure {
            case .offline: .offline
            case .signedOut: .signedOut
            case .unable(.locked): .serverLocked
            case .unable(.full): .serverFull
            case .unable(.readOnly): .serverReadOnly
            case .unable(.newer): .serverOlder
            case .unable(.crowded): .serverCrowded
            case .clocksDiffer: .clocksDiffer
            case .unreadable: .unreadable
            case .refused: .refused
            case .status: .answersHTTP
            }
        var status = 0
        if case .status(let answered) = failure { status = answered }
        return self(phrase, String(status))
    }

    /// Tells what the browser says of what went wrong: the name of the error, a colon, and its own words, which are English.
    func reason(_ said: String) -> String {
        let name = said.parts { $0 == ":" }.first.map { String($0) } ?? ""
        let words = said.rest(after: name + ":") ?? said
        switch name {
        case "QuotaExceededError": return self(.noRoom)
        case "NotAllowedError", "SecurityError": return self(.notAllowed)
        case "NotFoundError": return self(.notThere)
        case "NotSupportedError": return self(.notSupported)
        case "TimeoutError": return self(.noAnswer)
        case "LockedError": return self(.otherTabHolds)
        case "TypeError", "NetworkError": return self(.offline) + self(.stop)
        case "HTTP": return self(.answersHTTP, words)
        default: return self(.browserSays, words)
        }
    }
}
