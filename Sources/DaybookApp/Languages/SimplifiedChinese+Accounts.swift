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

    // Payees
    case .payees: "收付对象"
    case .payee: "收付对象"
    case .newPayee: "添加收付对象"
    case .editPayee: "编辑收付对象"
    case .deletePayee: "删除收付对象"
    case .showEntries: "查看账目"
    case .otherNames: "其他名称"
    case .otherNamesHint: "每行一个。银行文字以此开头的账目会归于此对象；写上另一对象的名称，两者就合为一个。"
    case .otherPayee: "另一对象已用此名称。请改名，或写在其他名称里。"
    case .alsoNamed: "又名：%"
    case .noPayees: "还没有收付对象。添加一个，为银行写的长串文字取个名称。"
    case .bankSaid: "银行原文：%"

    // Reconciliation
    case .reconciled: "此行已与银行对账单核对。若更改，账户就不再与对账单相符。"
    case .reconciledTitle: "更改已核对的行？"
    case .changeReconciled: "仍要更改"

    // Rules
    case .byRule: "%1由规则 %2 设定：%3"
    case .rules: "规则"
    case .noRules: "还没有规则。导入银行文件时，规则会为账目填上收付对象、标签或备注。"
    case .newRule: "添加规则"
    case .editRule: "编辑规则"
    case .deleteRule: "删除规则"
    case .ruleText: "条件与动作"
    case .ruleHint: "例如：text:房租 amount<50 then payee:房东 tag:家"
    case .tryRule: "看看效果"
    case .applyRules: "应用规则"
    case .applyNow: "更改 % 笔账目"
    case .proposedRules: "你已多次手动做过同样的更改。按一下即可建立规则。"
    case .rulesReading: "服务器正在读取规则…"
    case .rulesNeedServer: "规则需要服务器。"

    // Rates of exchange
    case .rates: "汇率"
    case .noRates: "还没有汇率。汇率说明从某天起，一单位的一种货币值多少另一种货币。有了汇率，报表会把所有币种折合成你常用的币种。"
    case .olderRates: "另有 % 条更早的汇率未列出。"
    case .newRate: "新汇率"
    case .editRate: "编辑汇率"
    case .deleteRate: "删除汇率"
    case .rateFrom: "一单位"
    case .rateTo: "兑换为"
    case .rate: "汇率值"
    case .rateHint: "例如 0.8821。在这两种货币的下一条汇率之前都有效。"
    case .twoCurrencies: "两种货币相同。请填写两种不同的货币。"
    case .allCurrencies: "所有币种，折合 %"
    case .missingRate: "截至 %3，没有 %1 对 %2 的汇率。"
    }
}
