@testable import DaybookApp
import DaybookCore
import Testing

/// A walk through the six questions and the forecast: of empty books, young ones, and one with bills.
func walkForecast(in language: Language, _ look: (Person, Action) throws -> Void) throws {
    let giro = EntityID(high: 81, low: 1)
    let books = [
        ["5 EUR x"], ["+5 EUR x 2026-08-01"], ["5 EUR x 2026-08-01"], ["+5 EUR x 2026-08-01", "4 EUR x 2026-08-02"],
    ]
    for lines in books {
        let person = Person(width: 1_440)
        func go(_ actions: Action...) throws {
            for action in actions {
                person.dispatch(action)
                try look(person, action)
            }
        }
        try go(.settings(.setLanguage(language)), .forecast(.questions), .forecast(.open(nil, nil)))
        try go(.money(.currency("EUR")))
        for number in 1...2 {
            var account = Changes()
            account[.title] = .text("xz\(number)")
            account[.amount] = .amount(try Amount("9 EUR", usual: .usDollar))
            try go(.perform([.add(.account, EntityID(high: 81, low: UInt64(number)), account)]))
        }
        for line in lines { try go(.record(.type(line)), .record(.save)) }
        try go(.forecast(.questions))
        for question in QuestionsState.Question.allCases { try go(.forecast(.ask(0, question))) }
        try go(.forecast(.open(giro, nil)))
        for (number, rule) in ["FREQ=YEARLY", "FREQ=MONTHLY"].enumerated() {
            var bill = Changes()
            (bill[.title], bill[.amount]) = (.text("zx\(number)"), .amount(try Amount("3 EUR", usual: .usDollar)))
            bill[.due] = .day(person.state.today.adding(days: -1))
            bill[.repeats] = .repeats(Repeat(rule, .every, anchor: person.state.today.adding(days: -1)))
            bill[.account] = .entity(giro)
            try go(.perform([.add(.todo, EntityID(high: 82, low: UInt64(number)), bill)]))
        }
        try go(.forecast(.type("-3 xx")), .forecast(.add), .forecast(.type("x")), .forecast(.add))
        try go(.forecast(.toLine), .forecast(.typeFloor("8")), .forecast(.keepFloor), .forecast(.open(nil, nil)))
        for range in ForecastState.Range.allCases { try go(.forecast(.range(range))) }
        try go(.forecast(.questions), .forecast(.ask(0, .costs)), .forecast(.end(EntityID(high: 82, low: 1))))
        try go(.screen(.back), .money(.toggleLeft))
    }
}

/// A walk through debts and goals, and bills that are offered.
func walkDebts(in language: Language, _ look: (Person, Action) throws -> Void) throws {
    let person = Person(width: 1_440)
    func go(_ actions: Action...) throws {
        for action in actions {
            person.dispatch(action)
            try look(person, action)
        }
    }
    func id(_ number: UInt64) -> EntityID { EntityID(high: 83, low: number) }
    func amount(_ text: String) throws -> Amount { try Amount(text, usual: Currency("EUR") ?? .usDollar) }
    func pay(_ number: UInt64, _ sum: String) throws {
        var changes = Changes()
        changes[.payment] = .amount(try amount(sum))
        try go(.perform([.edit(.account, id(number), changes)]))
    }
    try go(.settings(.setLanguage(language)), .money(.currency("EUR")), .forecast(.payOff(nil)))
    let accounts: [(UInt8, String, Bool)] = [(2, "20000", true), (3, "9", true), (0, "9", false)]
    for (number, (kind, opening, isOwed)) in accounts.enumerated() {
        var account = Changes()
        (account[.title], account[.accountKind]) = (.text("xz\(number)"), .choice(kind))
        (account[.amount], account[.openingSide]) = (.amount(try amount(opening)), .choice(isOwed ? 1 : 0))
        if number == 0 { account[.interest] = .text("12") }
        account[.goal] = .text(number == 2 ? "90.00 EUR by 2027-06-05" : "")
        try go(.perform([.add(.account, id(UInt64(number) + 1), account)]))
    }
    try go(.forecast(.payOff(nil)), .forecast(.payOff(id(2))))
    for sum in ["300", "200.01", "10"] {
        try pay(1, sum)
        try go(.forecast(.payOff(nil)), .forecast(.payOff(id(1))), .forecast(.questions), .forecast(.ask(0, .debts)))
    }
    try go(.forecast(.payOff(nil)), .forecast(.typeExtra("2")), .forecast(.typeExtra("x")), .account(.show(id(1))))
    var envelope = Changes()
    (envelope[.title], envelope[.earmark]) = (.text("xz"), .entity(id(3)))
    envelope[.goal] = .text("9.00 EUR by 2027-06-05")
    try go(.perform([.add(.envelope, id(9), envelope)]), .form(.open(.envelope, id(9))), .screen(.closeOverlay))
    for (number, day) in ["2026-07-10", "2026-08-10", "2026-09-10"].enumerated() {
        for (place, payee) in ["xx", "zz"].enumerated() {
            var entry = Changes.entry(kind: .expense, amount: try amount("3"), day: CivilDate(day))
            entry[.payee] = .text(payee)
            try go(.perform([.add(.entry, id(UInt64(20 + 10 * place + number)), entry)]))
        }
    }
    try go(.forecast(.questions), .forecast(.ask(0, .runway)), .forecast(.ask(0, .costs)))
    for proposal in person.state.questions.proposals {
        try go(.forecast(proposal.payee == "xx" ? .accept(proposal.id) : .refuse(proposal.id)))
    }
    try go(.forecast(.open(id(3), nil)), .forecast(.choose), .screen(.back))
}
