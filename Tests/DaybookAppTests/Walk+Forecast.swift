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
