import DaybookCore

func ruleWordsInTraditionalChinese(_ phrase: RulePhrase) -> Literal {
    switch phrase {
    case .followed: "%1，%2"
    case .once: "共 1 次"
    case .month: "% 月"
    case .inMonths: "%2的%1"
    case .ifWeekday: "%1，且是%2"
    case .dayFromEnd: "倒數第 % 天"
    case .nth: "第 % 個"
    case .nthFromEnd: "倒數第 % 個"
    case .nthOf: "%2中的%1"
    case .workday: "工作日"
    case .weekendDay: "週末日"
    }
}
