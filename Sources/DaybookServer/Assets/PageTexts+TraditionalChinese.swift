import DaybookApp

extension PageTexts {
    static let traditionalChinese = PageTexts(
        language: .traditionalChinese,
        name: "帳號名稱",
        password: "密碼",
        signIn: "登入",
        signOut: "登出",
        open: "返回帳本",
        goOn: "繼續",
        nothing: "這個網址沒有內容。",
        signedIn: "已登入：",
        signOutHint: "登出會從此瀏覽器移除資料；尚未同步的變更將遺失。",
        othersBook: "此瀏覽器存有另一個帳號的資料。登入前必須移除；尚未同步的變更將遺失。",
        replace: "移除",
        stillSignedIn: "你仍處於登入狀態。",
        refusal: {
            switch $0 {
            case .tooEarly(let milliseconds): "嘗試失敗次數過多，請在 \(AccountError.seconds(milliseconds)) 秒後再試。"
            case .busy: "目前登入人數過多，請稍後再試。"
            case .diskFull: "伺服器的磁碟已滿，未作任何變更；請清出空間後再試。"
            case .locked: "另一個程式正鎖定帳號資料，未作任何變更；請稍後再試。"
            case .readOnly: "伺服器無法寫入帳號資料，未作任何變更；詳情見其記錄。"
            case .database: "伺服器目前無法使用其資料庫，請稍後再試。"
            case .signInRefused: "帳號名稱或密碼錯誤。"
            case .badName, .nameTaken, .noAccount, .noToken, .noDevice, .hasFeed, .noFeed, .badPassword, .moved,
                .failed:
                "伺服器發生錯誤，詳情見其記錄。"
            }
        })
}
