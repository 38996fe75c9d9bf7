import DaybookExchange

/// The names of the meanings of columns, in the languages of the app.
enum ColumnWords {
    static func english(_ meaning: ColumnMeaning) -> String {
        switch meaning {
        case .day: "Day"
        case .valueDay: "Value day"
        case .payee: "Payee"
        case .text: "Text"
        case .amount: "Amount"
        case .out: "Money out"
        case .into: "Money in"
        case .sign: "Out or in"
        case .fee: "Fee"
        case .currency: "Currency"
        case .balance: "Balance"
        case .account: "Account"
        case .reference: "Bank’s own id"
        case .tags: "Tags"
        case .state: "Booked or not"
        case .none: "Left out"
        }
    }

    static func simplifiedChinese(_ meaning: ColumnMeaning) -> String {
        switch meaning {
        case .day: "日期"
        case .valueDay: "起息日"
        case .payee: "对方"
        case .text: "说明"
        case .amount: "金额"
        case .out: "支出"
        case .into: "收入"
        case .sign: "收支"
        case .fee: "手续费"
        case .currency: "货币"
        case .balance: "余额"
        case .account: "账户"
        case .reference: "流水号"
        case .tags: "标签"
        case .state: "状态"
        case .none: "不导入"
        }
    }

    static func traditionalChinese(_ meaning: ColumnMeaning) -> String {
        switch meaning {
        case .day: "日期"
        case .valueDay: "起息日"
        case .payee: "對象"
        case .text: "說明"
        case .amount: "金額"
        case .out: "支出"
        case .into: "收入"
        case .sign: "收支"
        case .fee: "手續費"
        case .currency: "貨幣"
        case .balance: "餘額"
        case .account: "帳戶"
        case .reference: "交易序號"
        case .tags: "標籤"
        case .state: "狀態"
        case .none: "不匯入"
        }
    }
}
