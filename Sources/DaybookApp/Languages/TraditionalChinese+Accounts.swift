import DaybookCore

func accountWordsInTraditionalChinese(_ phrase: AccountPhrase) -> Literal {
    switch phrase {
    // Accounts
    case .accounts: "帳戶"
    case .account: "帳戶"
    case .allAccounts: "所有帳戶"
    case .inAllAccounts: "所有帳戶合計"
    case .newAccount: "新增帳戶"
    case .editAccount: "編輯帳戶"
    case .closeAccount: "關閉帳戶"
    case .reopenAccount: "重新使用"
    case .deleteAccount: "刪除帳戶"
    case .closedAccount: "已關閉"
    case .closedAccounts: "已關閉的帳戶"

    // The fields of an account
    case .opening: "期初餘額"
    case .openingHint: "請寫上幣別（之後不變）：250 EUR。欠款請加負號：-250 EUR。"
    case .openedOn: "起始日"
    case .budget: "預算"
    case .bankNumber: "銀行帳號"
    case .bank: "銀行"
    case .cash: "現金"
    case .card: "信用卡"
    case .loan: "貸款"
    case .asset: "資產"
    case .onBudget: "計入"
    case .offBudget: "不計入"
    case .otherCurrency: "帳戶是另一種幣別，請以帳戶的幣別填寫金額。"

    // Transfers
    case .transfer: "轉帳"
    case .newTransfer: "新增轉帳"
    case .editTransfer: "編輯轉帳"
    case .deleteTransfer: "刪除轉帳"
    case .partTransfer: "拆回兩筆帳目"
    case .joinEntries: "合為轉帳"
    case .countTransfers: "% 筆轉帳"
    case .fromAccount: "轉出帳戶"
    case .toAccount: "轉入帳戶"
    case .arrivingAmount: "轉入金額"
    case .arrivingDay: "入帳日"

    // The report
    case .worth: "帳戶餘額"
    case .atEnd: "期末"

    // Parts
    case .parts: "拆分"
    case .split: "拆成多項"
    case .addPart: "新增一項"
    case .giveRest: "餘額歸最後一項"
    case .unassigned: "未分配：%"
    case .tooMuch: "超出：%"
    case .partAmount: "第 % 項的金額"
    case .partTags: "第 % 項的標籤"
    case .partNote: "第 % 項的備註"
    case .deletePart: "移除第 % 項"
    case .countParts: "拆成 % 項"
    }
}
