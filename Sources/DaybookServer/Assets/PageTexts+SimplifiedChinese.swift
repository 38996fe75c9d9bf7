import DaybookApp

extension PageTexts {
    static let simplifiedChinese = PageTexts(
        language: .simplifiedChinese,
        name: "用户名",
        password: "密码",
        signIn: "登录",
        signOut: "退出登录",
        open: "返回账本",
        goOn: "继续",
        nothing: "此网址没有内容。",
        signedIn: "已登录：",
        signOutHint: "退出会从此浏览器移除数据；尚未同步的更改将丢失。",
        othersBook: "此浏览器存有另一个账号的数据。登录前必须移除；尚未同步的更改将丢失。",
        replace: "移除",
        stillSignedIn: "你仍处于登录状态。",
        refusal: {
            switch $0 {
            case .tooEarly(let milliseconds): "尝试失败次数过多，请在 \(AccountError.seconds(milliseconds)) 秒后再试。"
            case .busy: "目前登录人数过多，请稍后再试。"
            case .diskFull: "服务器的磁盘已满，未作任何更改；请清出空间后再试。"
            case .locked: "另一个程序正锁定账号数据，未作任何更改；请稍后再试。"
            case .readOnly: "服务器无法写入账号数据，未作任何更改；详情见其日志。"
            case .database: "服务器目前无法使用其数据库，请稍后再试。"
            case .signInRefused: "用户名或密码错误。"
            case .badName, .nameTaken, .noAccount, .noToken, .noDevice, .hasFeed, .noFeed, .badPassword, .moved,
                .failed:
                "服务器出错，详情见其日志。"
            }
        })
}
