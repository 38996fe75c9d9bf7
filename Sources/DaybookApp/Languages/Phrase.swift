import DaybookCore

/// The texts of the app, which each language has in a file of its own.
///
/// In them `%` stands for a value; where there are several, `%1` for the first of them. A text with a number may have
/// several forms, parted by `|`: see `Language.form`.
enum Phrase: CaseIterable {
    // The list
    case todos
    case finished
    case add
    case addTodo
    case addHint
    case understood
    case takeLiterally
    case untilChip
    case timesChip
    case openForm
    case search
    case filters
    case everything
    case active
    case unsyncedItems
    case selectedItems
    case clearCompleted
    /// How many to-dos are open, and how many there are.
    case countOpen
    case countAll
    case emptyTitle
    case emptyHint
    case noMatches
    case noMatchesHint
    /// `%` is what was searched for.
    case noResults
    case nothingFinished
    case nothingSelected
    case unsyncedElsewhere
    case loading

    // A row. `%` is its title.
    case finish
    case select
    case more
    case reorder
    case play
    case reorderHint
    case details
    case delete
    case rename
    case selectSeveral
    case moveUp
    case moveDown
    case moveToTop
    case notSent

    // Detail and form
    case back
    case title
    case description
    case notes
    case links
    case check
    case uncheck
    case created
    case finishedAt
    case cancel
    case save
    case newTodo
    case chooseOne

    // Several
    case selected
    case selectAll
    case done
    case pasteQuestion
    case addSeveral
    case addAsOne

    // Punctuation
    /// Between two sentences of which the first has no stop of its own.
    case stop
    /// Between two parts of a sentence.
    case comma
    /// Between the items of a list.
    case listComma
    /// Between a name and its value.
    case colon
    /// A title in a sentence.
    case quoted

    // Money
    case sides
    case money
    case record
    case recordHint
    case newEntry
    case edit
    case tagsAndDays
    case anyTag
    case allTags
    /// A day follows.
    case from
    /// A day follows.
    case through
    case unfold
    case fewer
    case upcoming
    case noEntries
    case noEntriesHint
    case nothingToSort
    /// Said once, before the first amount that names no currency. `%` is the code of one.
    case settles
    case usualCurrency
    case countEntries
    case markKey
    /// `%` is a kind of entry.
    case moveTo
    case markAsIncome
    case markAsExpense

    // An entry
    case kindLabel
    case income, expense, unsorted
    case amountLabel
    case currency
    case dayLabel
    case dueDay
    case note
    case place
    case tags
    case voiceNote
    case holdToRecord
    case listening
    /// The reason follows.
    case notRecorded
    /// The reason follows.
    case notPlayed

    // Sums
    case sums
    case days
    case thisMonth, lastMonth, thisYear
    case period
    case byDay, byWeek, byMonth
    /// `%` is the next, and sums of money.
    case leftOut
    case countUnsorted
    case severalTags
    case noSumsThen
    case noSums
    case balance
    case untagged

    // Days
    /// Their names in a date, parted by spaces.
    case months
    /// `%1` is the name of the month, `%2` the year, `%3` the day.
    case date
    /// `%1` is the name of the month, `%2` the year.
    case month
    /// `%1` is a date, `%2` a time such as 09:30.
    case moment
    case today
    case yesterday

    // The days of to-dos
    case start
    /// `%` is the field.
    case pickDay
    case dayHint
    case onToday
    case putOnToday
    case takeOffToday
    case fromEarlier
    case earlierToToday
    case earlierOff
    case overdue
    case finishedToday
    case nothingToday
    case nothingTodayHint
    case nothingUpcoming
    case nothingUpcomingHint
    /// The list of what has a day.
    case coming
    case tomorrow
    /// `%` is the day on which to begin.
    case fromDay
    /// From Monday, with spaces between them.
    case weekdays
    /// `%1` is the month, `%2` the day.
    case shortDate
    /// `%1` is the weekday, `%2` the date.
    case longDate

    // Repeating
    case repeats
    case never
    case daily, weekly, monthly, yearly
    case everyDay
    /// `%` is how many, here and below.
    case everyDays
    case everyWeek
    case everyWeeks
    case everyMonth
    case everyMonths
    case everyYear
    case everyYears
    case interval
    case onDays
    /// Parted by spaces; the sixth is the last.
    case ordinals
    /// `%1` is one of the ordinals, `%2` a weekday.
    case nthWeekday
    case dayOfMonth
    case dayOrLast
    case lastDay
    case february
    /// `%1` is the rule, `%2` a day.
    case untilDay
    /// `%` is the rule.
    case sinceDone
    case missed
    case priority
    case noPriority, lowPriority, mediumPriority, highPriority
    case lists
    case list
    case inbox
    case newList
    case editList
    case listName
    case colour
    case archiveList
    case useList
    case deleteList
    case archivedLists
    case previousMonth
    case nextMonth
    case savedFilters
    case newFilter
    case editFilter
    case deleteFilter
    /// The query of a filter.
    case query
    case queryHint
    /// `%1` is a column, `%2` a word.
    case queryField
    /// `%1` is a column, `%2` the name of a list.
    case queryList
    /// `%` is a column.
    case queryProblem
    case red, orange, yellow, green, blue, purple, grey
    case until
    case times
    case mode
    case everyCounts
    case missedPass
    case fromDone
    case skip

    // Reminders
    case reminders
    case atTime
    /// `%` is how many, here and in the next two.
    case minutesBefore
    case hoursBefore
    case daysBefore
    case inAnHour
    case putOffUntil
    case notifications
    /// The reason follows.
    case notNotified

    // Subtasks
    /// How many.
    case subtaskCount
    /// Says that the to-do above follows.
    case under
    case indent
    case outdent
    case addSubtask
    /// `%` is how many are open.
    case finishSubtasks
    case finishToo
    case leaveOpen
    case ask
    case openSubtasks
    case keepAnswer
    case foldKeys
    /// `%1` is a title, `%2` that of what it stands under, both as `quoted` has them.
    case put
    /// `%1` is a title, as `quoted` has it.
    case takenOut

    // Changes of items. `%` is a title, as `quoted` has it, or how many items.
    case added
    case deleted
    case checked
    case unchecked
    /// In the place of a title.
    case countItems
    /// `%1` is a title, as `quoted` has it.
    case moved
    case skipped
    case undone
    case redone
    case keptAsIs
    case found

    // Bookings. `%` is an amount.
    /// A to-do that books an expense.
    case finishedOne
    case recorded
    case removed
    case kept

    // Sync
    case synced
    case syncing
    case unsynced
    case offline, signedOut, refused
    /// `%` is a status of HTTP.
    case answersHTTP
    case clocksDiffer
    case unreadable
    case serverLocked
    case serverFull
    case serverReadOnly
    case serverOlder
    case serverCrowded
    case sync
    case syncNow
    case signIn
    case showUnsynced
    case lastSync
    case notYet
    /// `%` is what waits for sync: the to-dos, the money, or one of the next two.
    case waiting
    case deletions
    case voiceNotes
    case lastFailure

    // Limits of the browser
    /// The reason follows.
    case notKept
    /// The reason follows.
    case storageFull
    case noRoom
    case notAllowed
    case notThere
    case notSupported
    case noAnswer
    case otherTabHolds
    /// `%` is what the browser says, mostly in English: a language may leave it out.
    case browserSays

    // Settings and shortcuts
    case settings
    case languageLabel
    case theme
    case systemTheme
    case lightTheme
    case darkTheme
    case firstWeekday
    case monday, saturday, sunday
    case signOut
    case files
    case importHint
    case importFile
    case importTitle
    case importReading
    case importNow
    case nothingToImport
    case importNeedsServer
    case fileTooLarge
    case fileUnreadable
    case tryAgain
    case downloadHint
    case commandsHint
    case devices
    /// `%1` is the next, `%2` is `countEntries`.
    case keeps
    case countTodos
    /// `%` is an address, here and in the next.
    case otherDevices
    case localHost
    case help
    case lineHelp
    case shortcuts
    case singleKeys
    case close
    case undo, redo
    case upAndDown
    case openRow
    case moveRow
    case filterKeys
    case escapeKey
    case thisSheet
}
