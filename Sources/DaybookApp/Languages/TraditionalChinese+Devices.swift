import DaybookCore

func deviceWordsInTraditionalChinese(_ phrase: DevicePhrase) -> Literal {
    switch phrase {
    case .notified: "接收通知的裝置"
    case .revokeHint: "移除的裝置不再收到通知，並會登出。"
    case .someDevice: "一台裝置"
    case .thisDevice: "%（這台裝置）"
    case .since: "%1，自 %2"
    case .revoke: "移除"
    case .revokeOne: "移除：%"
    case .changedElsewhere: "已刪除，但其中 %1 項先前在別處修改過：%2"
    case .bringBack: "取回"
    case .cantRead: "目前無法讀取這裡保存的內容"
    case .cantReadHint: "內容沒有遺失。應用程式會自動重試，讀到後就會顯示。"
    case .sharedBy: "網站 % 交來這個檔案。"
    case .sharedBySite: "一個未表明名稱的網站交來這個檔案。"
    case .sharedByProgram: "另一個程式交來這個檔案。"
    case .sharedHint: "只有在你自己選擇時才查看。匯入之前不會寫入任何內容。"
    case .lookAtFile: "查看檔案"
    case .heldTooShort: "沒有錄到內容。說話時請按住按鈕。"
    }
}
