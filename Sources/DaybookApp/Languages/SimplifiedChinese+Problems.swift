import DaybookCore

/// What an error of the core says in this language.
func problemInSimplifiedChinese(_ problem: ItemError) -> Literal {
    switch problem {
    case .blankTitle(.list): "清单需要名称，请至少输入一个字。"
    case .blankTitle: "待办事项需要标题，请至少输入一个字。"
    case .titleTooLong: "标题有 %1 个字，最多 %2 个。其余请写在备注。"
    case .textTooLong: "文字有 %1 字节，最多 %2。请缩短。"
    case .clockAtEnd: "未做更改：这台设备的时钟，或账本里的一笔更改，日期晚于 2500 年。"
    case .notFound(.entry, _): "这笔账目不在账本中，可能已被删除。"
    case .notFound: "此项不在账本中，可能已被删除。"
    case .otherSection: "只能在同一区内移动。"
    case .noParent: "上级待办事项不存在，请选择另一项。"
    case .ownParent: "待办事项不能放在自己或自己的子任务之下，请选择另一项。"
    case .tooDeep: "子任务最多 % 层，请选择更上层的待办事项。"
    case .notRepeating: "此项不会重复。"
    case .pastOccurrence: "只有最近一次可以重新打开。若这次并未完成，请将它删除。"
    case .repeating: "这个规则没有任何一天。请修改。"
    case .notANumber: "“%”不是金额，请写成 12.50 这样。"
    case .misplacedComma: "“%”的逗号位置不对，请写成 1234.50 或 1,234.50。"
    case .twoReadings: "“%1”有两种读法，请写成 %2 或 %3。"
    case .spaceInside: "“%”可能是一个数，请去掉空格，或在中间写字。"
    case .foreignDigits: "“%”请用 0 到 9 书写。"
    case .tooManyDigits: "“%1”位数太多，最多 %2 位。"
    case .unknownCurrency: "没有“%”这种货币，请写代码，例如 CNY。"
    case .signedAmount: "“%”不需要正负号。"
    case .noAmount: "没有金额，请写一个，例如 12.50。"
    case .badDay(let day) where CivilDate(day) != nil: "“%”的年份早于 1900，请输入完整的四位年份。"
    case .badDay: "“%”不是日期，请写成 2026-11-21 这样。"
    case .badTag: "“%”不能当标签。"
    case .tooManyTags: "标签最多 %1 个。"
    case .badReminder: "“%”不是有效的提醒。请写成 -30m、-1d 或 2026-12-24T09:00 这样。"
    case .tooManyReminders: "提醒最多 %1 个。"
    case .recordingTooLarge: "录音超过 % MB，请录短一点。"
    case .noRecording: "说话时请按住按钮。"
    case .sumTooLarge: "% 的合计太大，请缩小范围。"
    }
}
