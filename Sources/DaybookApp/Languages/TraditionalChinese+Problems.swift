import DaybookCore

/// What an error of the core says in this language.
func problemInTraditionalChinese(_ problem: ItemError) -> Literal {
    switch problem {
    case .blankTitle(.list): "清單需要名稱，請至少輸入一個字。"
    case .blankTitle: "待辦事項需要標題，請至少輸入一個字。"
    case .titleTooLong: "標題有 %1 個字，最多 %2 個。其餘請寫在備註。"
    case .textTooLong: "文字有 %1 位元組，最多 %2。請縮短。"
    case .clockAtEnd: "未做變更：這台裝置的時鐘，或帳本裡的一筆變更，日期晚於 2500 年。"
    case .notFound(.entry, _): "這筆帳目不在帳本中，可能已被刪除。"
    case .notFound: "此項不在帳本中，可能已被刪除。"
    case .otherSection: "只能在同一區內移動。"
    case .noParent: "上層待辦事項不存在，請選擇另一項。"
    case .ownParent: "待辦事項不能放在自己或自己的子任務之下，請選擇另一項。"
    case .tooDeep: "子任務最多 % 層，請選擇更上層的待辦事項。"
    case .notRepeating: "此項不會重複。"
    case .pastOccurrence: "只有最近一次可以重新開啟。若這次並未完成，請將它刪除。"
    case .repeating: "這個規則沒有任何一天。請修改。"
    case .notANumber: "「%」不是金額，請寫成 12.50 這樣。"
    case .misplacedComma: "「%」的逗號位置不對，請寫成 1234.50 或 1,234.50。"
    case .twoReadings: "「%1」有兩種讀法，請寫成 %2 或 %3。"
    case .spaceInside: "「%」可能是一個數，請去掉空格，或在中間寫字。"
    case .foreignDigits: "「%」請用 0 到 9 書寫。"
    case .tooManyDigits: "「%1」位數太多，最多 %2 位。"
    case .unknownCurrency: "沒有「%」這種貨幣，請寫代碼，例如 TWD。"
    case .signedAmount: "「%」不需要正負號。"
    case .noAmount: "沒有金額，請寫一個，例如 12.50。"
    case .badDay(let day) where CivilDate(day) != nil: "「%」的年份早於 1900，請輸入完整的四位年份。"
    case .badDay: "「%」不是日期，請寫成 2026-11-21 這樣。"
    case .badTag: "「%」不能當標籤。"
    case .tooManyTags: "標籤最多 %1 個。"
    case .badReminder: "「%」不是有效的提醒。請寫成 -30m、-1d 或 2026-12-24T09:00 這樣。"
    case .tooManyReminders: "提醒最多 %1 個。"
    case .recordingTooLarge: "錄音超過 % MB，請錄短一點。"
    case .noRecording: "說話時請按住按鈕。"
    case .sumTooLarge: "% 的合計太大，請縮小範圍。"
    }
}
