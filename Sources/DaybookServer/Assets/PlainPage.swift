import DaybookApp
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages beside the web app: those on which people sign in and out, and what stands where there is nothing. They
/// need no script.
struct PlainPage {
    /// The subject of the page.
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
            body: ResponseBody(byteBuffer: ByteBuffer(string: html(content, language))))
    }

    private func html(_ content: Content, _ texts: Language) -> String {
        """
        <!doctype html>
        <html lang="\(texts.tag)">
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

    private func title(_ content: Content, _ texts: Language) -> String {
        switch content {
        case .form, .refused, .othersBook: texts(.signInPage) + " · "
        case .signedIn, .stillSignedIn: texts(.signOutPage) + " · "
        case .cleared, .nothing: ""
        }
    }

    private func main(_ content: Content, _ texts: Language) -> String {
        switch content {
        case .form: form(texts)
        case .refused(let error, let name): Self.notice(texts.refusal(of: error)) + form(texts, name: name)
        case .othersBook(let name):
            Self.notice(texts(.othersBook))
                + form(
                    texts, name: name,
                    extra: "<label class=\"row\"><input type=\"checkbox\" name=\"replace\" value=\"yes\" required> "
                        + "\(texts(.removeBook))</label>")
        // The name of an account has letters, digits, dots, dashes and underscores alone.
        case .signedIn(let name):
            "<p>\(texts(.signedInAs))<b>\(name)</b></p>\n" + signOutForm(texts)
        case .stillSignedIn(let error):
            Self.notice(texts(.stillSignedIn) + texts.refusal(of: error)) + signOutForm(texts)
        case .cleared(let next): "<p><a href=\"\(next)\">\(texts(.goOn))</a></p>"
        case .nothing: "<p>\(texts(.nothingHere))</p>\n" + link(texts)
        }
    }

    private func link(_ texts: Language) -> String { "<p><a href=\"/\">\(texts(.openBook))</a></p>" }

    private func signOutForm(_ texts: Language) -> String {
        """
        <form method="post" action="/logout">
        <p class="hint">\(texts(.signOutHint))</p>
        <button class="primary" type="submit">\(texts(.signOutPage))</button>
        </form>
        \(link(texts))
        """
    }

    private func form(_ texts: Language, name: String = "", extra: String = "") -> String {
        // Somebody who has a name there has only the password to type, and hears with it what went wrong.
        let (first, second) = name.isEmpty ? (" autofocus", "") : ("", " autofocus aria-describedby=\"alert\"")
        return """
            <form method="post" action="/login">
            <label>\(texts(.accountName))<input name="name" value="\(Node.text(name).html)" autocomplete="username" autocapitalize="none" spellcheck="false" required\(first)></label>
            <label>\(texts(.password))<input name="password" type="password" autocomplete="current-password" required\(second)></label>
            \(extra)
            <button class="primary" type="submit">\(texts(.signInPage))</button>
            </form>
            """
    }

    private static func notice(_ text: String) -> String {
        "<p id=\"alert\" class=\"alert\" role=\"alert\">\(text)</p>"
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
