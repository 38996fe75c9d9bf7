import DaybookApp
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages beside the web app: those on which people sign in and out, and what stands where there is nothing. They
/// need no script.
struct PlainPage {
    /// What it is about.
    enum Content {
        case form
        /// The form keeps the name that was typed.
        case refused(any Error, name: String)
        /// This browser holds the book of another account.
        case othersBook(name: String)
        case signedIn(String)
        /// The session goes on, since it couldn't be ended.
        case stillSignedIn(any Error)
        /// The browser was emptied, and goes on to `next` by itself.
        case cleared(next: String)
        /// There is nothing at the address.
        case nothing
    }

    /// The addresses of the style sheets.
    let styles: [String]

    func response(_ status: HTTPResponse.Status, _ language: Language, _ content: Content) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .vary: "Accept-Language, Cookie",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; "
                    + "base-uri 'none'; frame-ancestors 'none'",
                // With no-referrer, browsers would send the form as from nowhere.
                .referrerPolicy: "same-origin",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html(content, PageTexts(language: language)))))
    }

    private func html(_ content: Content, _ texts: PageTexts) -> String {
        """
        <!doctype html>
        <html lang="\(texts.language.rawValue)">
        <head>
        <meta charset="utf-8">
        <title>\(title(content, texts))Daybook</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="/icon.svg" type="image/svg+xml">
        \(styles.map { "<link rel=\"stylesheet\" href=\"\($0)\">" }.joined(separator: "\n"))
        </head>
        <body>
        <main class="login">
        <h1>Daybook</h1>
        \(main(content, texts))
        </main>
        </body>
        </html>

        """
    }

    private func title(_ content: Content, _ texts: PageTexts) -> String {
        switch content {
        case .form, .refused, .othersBook: texts.signIn + " · "
        case .signedIn, .stillSignedIn: texts.signOut + " · "
        case .cleared, .nothing: ""
        }
    }

    private func main(_ content: Content, _ texts: PageTexts) -> String {
        switch content {
        case .form: form(texts)
        case .refused(let error, let name): Self.notice(texts.refusal(error)) + form(texts, name: name)
        case .othersBook(let name):
            Self.notice(texts.othersBook)
                + form(
                    texts, name: name,
                    extra: "<label class=\"row\"><input type=\"checkbox\" name=\"replace\" value=\"yes\" required> "
                        + "\(texts.replace)</label>")
        // The name of an account has letters, digits, dots, dashes and underscores alone.
        case .signedIn(let name):
            "<p>\(texts.signedIn)<b>\(name)</b></p>\n" + signOutForm(texts)
        case .stillSignedIn(let error):
            Self.notice(texts.stillSignedIn + texts.refusal(error)) + signOutForm(texts)
        case .cleared(let next): "<p><a href=\"\(next)\">\(texts.goOn)</a></p>"
        case .nothing: "<p>\(texts.nothing)</p>\n" + link(texts)
        }
    }

    private func link(_ texts: PageTexts) -> String { "<p><a href=\"/\">\(texts.open)</a></p>" }

    private func signOutForm(_ texts: PageTexts) -> String {
        """
        <form method="post" action="/logout">
        <p class="hint">\(texts.signOutHint)</p>
        <button class="primary" type="submit">\(texts.signOut)</button>
        </form>
        \(link(texts))
        """
    }

    private func form(_ texts: PageTexts, name: String = "", extra: String = "") -> String {
        // Somebody who has a name there has only the password to type, and hears with it what went wrong.
        let (first, second) = name.isEmpty ? (" autofocus", "") : ("", " autofocus aria-describedby=\"alert\"")
        return """
            <form method="post" action="/login">
            <label>\(texts.name)<input name="name" value="\(Node.text(name).html)" autocomplete="username" autocapitalize="none" spellcheck="false" required\(first)></label>
            <label>\(texts.password)<input name="password" type="password" autocomplete="current-password" required\(second)></label>
            \(extra)
            <button class="primary" type="submit">\(texts.signIn)</button>
            </form>
            """
    }

    private static func notice(_ text: String) -> String {
        "<p id=\"alert\" class=\"alert\" role=\"alert\">\(text)</p>"
    }
}

/// The words of the page, in each language.
private struct PageTexts {
    let language: Language

    private func pick(_ english: String, _ traditional: String, _ simplified: String) -> String {
        switch language {
        case .english: english
        case .traditionalChinese: traditional
        case .simplifiedChinese: simplified
        }
    }

    var name: String { pick("Name", "帳號名稱", "用户名") }
    var password: String { pick("Password", "密碼", "密码") }
    var signIn: String { pick("Sign in", "登入", "登录") }
    var signOut: String { pick("Sign out", "登出", "退出登录") }
    var open: String { pick("Open the book", "返回帳本", "返回账本") }
    var goOn: String { pick("Go on", "繼續", "继续") }
    var nothing: String { pick("There is nothing at this address.", "這個網址沒有內容。", "此网址没有内容。") }
    var signedIn: String { pick("Signed in as ", "已登入：", "已登录：") }
    var signOutHint: String {
        pick(
            "Signing out removes the book from this browser. What isn't synced yet is lost.",
            "登出會從此瀏覽器移除資料；尚未同步的變更將遺失。", "退出会从此浏览器移除数据；尚未同步的更改将丢失。")
    }
    var othersBook: String {
        pick(
            "This browser holds the book of another account. It has to go before you sign in; what isn't synced yet is lost.",
            "此瀏覽器存有另一個帳號的資料。登入前必須移除；尚未同步的變更將遺失。",
            "此浏览器存有另一个账号的数据。登录前必须移除；尚未同步的更改将丢失。")
    }
    var replace: String { pick("Remove it", "移除", "移除") }

    var stillSignedIn: String { pick("You are still signed in. ", "你仍處於登入狀態。", "你仍处于登录状态。") }

    func refusal(_ error: any Error) -> String {
        // What isn't about the accounts is a form that can't be read, or is larger than any name and password.
        let error = error as? AccountError ?? .signInRefused
        let english = Problem(error).detail
        switch error {
        case .tooEarly(let milliseconds):
            let seconds = (milliseconds + 999) / 1_000
            return pick(english, "嘗試失敗次數過多，請在 \(seconds) 秒後再試。", "尝试失败次数过多，请在 \(seconds) 秒后再试。")
        case .busy: return pick(english, "目前登入人數過多，請稍後再試。", "目前登录人数过多，请稍后再试。")
        case .diskFull:
            return pick(english, "伺服器的磁碟已滿，未作任何變更；請清出空間後再試。", "服务器的磁盘已满，未作任何更改；请清出空间后再试。")
        case .locked:
            return pick(english, "另一個程式正鎖定帳號資料，未作任何變更；請稍後再試。", "另一个程序正锁定账号数据，未作任何更改；请稍后再试。")
        case .readOnly:
            return pick(english, "伺服器無法寫入帳號資料，未作任何變更；詳情見其記錄。", "服务器无法写入账号数据，未作任何更改；详情见其日志。")
        case .signInRefused: return pick(english, "帳號名稱或密碼錯誤。", "用户名或密码错误。")
        case .badName, .nameTaken, .noAccount, .noToken, .badPassword, .moved, .failed:
            return pick(english, "伺服器發生錯誤，詳情見其記錄。", "服务器出错，详情见其日志。")
        }
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
