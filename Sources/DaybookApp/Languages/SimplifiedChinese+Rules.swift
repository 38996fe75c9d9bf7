import DaybookCore

func ruleWordsInSimplifiedChinese(_ phrase: RulePhrase) -> Literal {
    switch phrase {
    case .followed: "%1，%2"
    case .once: "共 1 次"
    case .month: "% 月"
    case .inMonths: "%2的%1"
    case .ifWeekday: "%1，且是%2"
    case .dayFromEnd: "倒数第 % 天"
    case .nth: "第 % 个"
    case .nthFromEnd: "倒数第 % 个"
    case .nthOf: "%2中的%1"
    case .workday: "工作日"
    case .weekendDay: "周末日"
    }
}
