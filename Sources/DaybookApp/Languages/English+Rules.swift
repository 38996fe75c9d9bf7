import DaybookCore

func ruleWordsInEnglish(_ phrase: RulePhrase) -> Literal {
    switch phrase {
    case .followed: "%1, %2"
    case .once: "once"
    case .month: "%"
    case .inMonths: "%1 in %2"
    case .ifWeekday: "%1, if it is %2"
    case .dayFromEnd: "%th to last day|%st to last day|%nd to last day|%rd to last day"
    case .nth: "%th|%st|%nd|%rd"
    case .nthFromEnd: "%th to last|%st to last|%nd to last|%rd to last"
    case .nthOf: "%1 of %2"
    case .workday: "workday"
    case .weekendDay: "weekend day"
    }
}
