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

    // Payees
    case .payees: "收付對象"
    case .payee: "收付對象"
    case .newPayee: "新增收付對象"
    case .editPayee: "編輯收付對象"
    case .deletePayee: "刪除收付對象"
    case .showEntries: "查看帳目"
    case .otherNames: "其他名稱"
    case .otherNamesHint: "每行一個。銀行文字以此開頭的帳目會歸於此對象；寫上另一對象的名稱，兩者就合為一個。"
    case .otherPayee: "另一對象已用此名稱。請改名，或寫在其他名稱裡。"
    case .alsoNamed: "又名：%"
    case .noPayees: "還沒有收付對象。新增一個，為銀行寫的長串文字取個名稱。"
    case .bankSaid: "銀行原文：%"

    // Reconciliation
    case .reconciled: "此列已與銀行對帳單核對。若更改，帳戶就不再與對帳單相符。"
    case .reconciledTitle: "更改已核對的列？"
    case .changeReconciled: "仍要更改"

    // Rules
    case .byRule: "%1由規則 %2 設定：%3"
    case .rules: "規則"
    case .noRules: "還沒有規則。匯入銀行檔案時，規則會為帳目填上收付對象、標籤或備註。"
    case .newRule: "新增規則"
    case .editRule: "編輯規則"
    case .deleteRule: "刪除規則"
    case .ruleText: "條件與動作"
    case .ruleHint: "例如：text:房租 amount<50 then payee:房東 tag:家"
    case .tryRule: "看看效果"
    case .applyRules: "套用規則"
    case .applyNow: "更改 % 筆帳目"
    case .proposedRules: "你已多次手動做過同樣的更改。按一下即可建立規則。"
    case .rulesReading: "伺服器正在讀取規則…"
    case .rulesNeedServer: "規則需要伺服器。"

    // Rates of exchange
    case .rates: "匯率"
    case .noRates: "還沒有匯率。匯率說明從某天起，一單位的一種貨幣值多少另一種貨幣。有了匯率，報表會把所有幣別折合成你常用的幣別。"
    case .olderRates: "另有 % 筆更早的匯率未列出。"
    case .newRate: "新匯率"
    case .editRate: "編輯匯率"
    case .deleteRate: "刪除匯率"
    case .rateFrom: "一單位"
    case .rateTo: "兌換為"
    case .rate: "匯率值"
    case .rateHint: "例如 0.8821。在這兩種貨幣的下一筆匯率之前都有效。"
    case .twoCurrencies: "兩種貨幣相同。請填寫兩種不同的貨幣。"
    case .allCurrencies: "所有幣別，折合 %"
    case .missingRate: "截至 %3，沒有 %1 對 %2 的匯率。"
    }
}
