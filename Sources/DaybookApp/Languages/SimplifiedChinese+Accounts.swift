import DaybookCore

func accountWordsInSimplifiedChinese(_ phrase: AccountPhrase) -> Literal {
    switch phrase {
    // Accounts
    case .accounts: "账户"
    case .account: "账户"
    case .allAccounts: "所有账户"
    case .inAllAccounts: "所有账户合计"
    case .newAccount: "新建账户"
    case .editAccount: "编辑账户"
    case .closeAccount: "关闭账户"
    case .reopenAccount: "重新使用"
    case .deleteAccount: "删除账户"
    case .closedAccount: "已关闭"
    case .closedAccounts: "已关闭的账户"

    // The fields of an account
    case .opening: "期初余额"
    case .openingHint: "请写上币种（之后不变）：250 EUR。欠款请加负号：-250 EUR。"
    case .openedOn: "起始日"
    case .budget: "预算"
    case .bankNumber: "银行账号"
    case .bank: "银行"
    case .cash: "现金"
    case .card: "信用卡"
    case .loan: "贷款"
    case .asset: "资产"
    case .onBudget: "计入"
    case .offBudget: "不计入"
    case .otherCurrency: "账户是另一种币种，请用账户的币种填写金额。"

    // Transfers
    case .transfer: "转账"
    case .newTransfer: "新建转账"
    case .editTransfer: "编辑转账"
    case .deleteTransfer: "删除转账"
    case .partTransfer: "拆回两笔账目"
    case .joinEntries: "合为转账"
    case .countTransfers: "% 笔转账"
    case .fromAccount: "转出账户"
    case .toAccount: "转入账户"
    case .arrivingAmount: "转入金额"
    case .arrivingDay: "入账日"

    // The report
    case .worth: "账户余额"
    case .atEnd: "期末"

    // Parts
    case .parts: "拆分"
    case .split: "拆成多项"
    case .addPart: "添加一项"
    case .giveRest: "余额归最后一项"
    case .unassigned: "未分配：%"
    case .tooMuch: "超出：%"
    case .partAmount: "第 % 项的金额"
    case .partTags: "第 % 项的标签"
    case .partNote: "第 % 项的备注"
    case .deletePart: "移除第 % 项"
    case .countParts: "拆成 % 项"
    }
}
