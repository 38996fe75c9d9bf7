import DaybookCore

extension Texts {
    /// What a message says, on the screen and to a screen reader.
    ///
    /// - Parameter rows: how many the list has.
    func notice(_ notice: Notice, rows: Int) -> String {
        switch notice {
        case .added(let number, let title): said(of: number, title, "Added ", "已新增", "已添加")
        case .deleted(let number, let title): said(of: number, title, "Deleted ", "已刪除", "已删除")
        case .recorded(let entry):
            pick("Recorded ", "已記下 ", "已记下 ")
                + (entry.amount.map { amount($0, entry.kind) + " · " } ?? "") + title(entry).excerpt(40)
        case .booked(let notice, let booking): self.notice(notice, booking)
        case .undone: pick("Undone", "已復原", "已撤销")
        case .redone: pick("Redone", "已重做", "已重做")
        case .keptAsIs: pick("Changed since then, so it stays", "之後已有變更，因此保留", "之后已有更改，因此保留")
        case .moved(let title, let place):
            said(of: 1, title, "Moved ", "已將", "已将") + fill(pick(" to place %", "移到第 % 位", "移到第 % 位"), String(place))
        case .checked(let number, let title): said(of: number, title, "Finished ", "已完成", "已完成")
        case .unchecked(let number, let title): said(of: number, title, "Opened again ", "已重新開啟", "已重新打开")
        case .found:
            fill(pick("% found", "找到 % 項", "找到 % 项"), Texts.grouped(rows))
        case .problem(.notStored(let reason)): storageFull + self.reason(reason)
        case .problem(.todo(let error)): problem(error)
        case .problem(.money(let error)): problem(error)
        case .problem(.notRecorded(let reason)): notRecorded + self.reason(reason)
        case .problem(.notPlayed(let reason)): notPlayed + self.reason(reason)
        }
    }

    /// What was done to to-dos, and what became of the expenses that they book: "Done. Recorded −1,200.00 EUR".
    private func notice(_ notice: Notice?, _ booking: Booking) -> String {
        var sentences: [String] = []
        if case .checked? = notice {
            sentences.append(pick("Done", "完成", "完成"))
        } else if let notice {
            sentences.append(self.notice(notice, rows: 0))
        }
        for (sums, text) in [
            (booking.recorded, pick("Recorded %", "已記下 %", "已记下 %")),
            (booking.removed, pick("Removed %", "已移除 %", "已移除 %")),
            (booking.kept, pick("The expense stays: %", "支出仍保留：%", "支出仍保留：%")),
        ] where !sums.isEmpty {
            sentences.append(fill(text, self.sums(sums, .expense)))
        }
        return sentences.joined(separator: stop)
    }

    /// What was done, and to which one or to how many.
    @inline(never)
    private func said(
        of number: Int, _ title: String, _ english: Literal, _ traditional: Literal, _ simplified: Literal
    ) -> String {
        pick(english, traditional, simplified)
            + (number == 1
                ? fill(pick("“%”", "「%」", "“%”"), title.excerpt(40))
                : fill(pick("% items", " % 項", " % 项"), Texts.grouped(number)))
    }

    func problem(_ error: TodoError) -> String {
        switch error {
        case .blankTitle: pick("A to-do needs a title.", "待辦事項需要標題。", "待办事项需要标题。")
        case .titleTooLong(let characters):
            fill(
                pick(
                    "The title has % characters, and can have at most %. Put the rest into the notes.",
                    "標題有 % 個字，最多 % 個。其餘請寫在備註。", "标题有 % 个字，最多 % 个。其余请写在备注。"),
                String(characters), String(TodoError.longestTitle))
        case .textTooLong(_, let bytes):
            fill(
                pick(
                    "The text has % bytes, and can have at most %. Shorten it.", "文字有 % 位元組，最多 %。請縮短。",
                    "文字有 % 字节，最多 %。请缩短。"),
                String(bytes), String(TodoError.longestText))
        case .orderNotANumber: pick("The place isn't a valid number.", "位置不是數字。", "位置不是数字。")
        case .clockAtEnd:
            pick(
                "Nothing was changed: this device's clock, or a change in the book, is dated after the year 2500.",
                "未做變更：這台裝置的時鐘，或帳本裡的一筆變更，日期晚於 2500 年。",
                "未做更改：这台设备的时钟，或账本里的一笔更改，日期晚于 2500 年。")
        case .notFound: pick("This to-do was deleted.", "此項已被刪除。", "此项已被删除。")
        case .otherSection:
            pick("Items move within their section only.", "只能在同一區內移動。", "只能在同一区内移动。")
        }
    }

    /// Why the last attempt to sync failed.
    func failure(_ failure: SyncClient.Failure) -> String {
        switch failure {
        case .offline: offline
        case .signedOut: signedOut
        case .unable(let reason): unable(reason)
        case .clocksDiffer:
            pick(
                "The server refused the time of the changes. Set this device's clock, or the server's.",
                "伺服器不接受變更的時間。請校正此裝置或伺服器的時鐘。", "服务器不接受更改的时间。请校正此设备或服务器的时钟。")
        case .unreadable:
            pick(
                "The server's answer can't be read. Update the server, or load this page again.",
                "無法讀取伺服器的回應。請更新伺服器，或重新載入此頁。", "无法读取服务器的响应。请更新服务器，或重新加载此页。")
        case .status(let status): refused + "HTTP \(status)"
        case .refused(let reason): refused + reason
        }
    }

    /// What the browser says of what went wrong: the name of the error, a colon, and its own words, which are English.
    func reason(_ said: String) -> String {
        let name = said.parts { $0 == ":" }.first.map { String($0) } ?? ""
        switch name {
        case "QuotaExceededError": return pick("There is no room for it.", "空間不足。", "空间不足。")
        case "NotAllowedError", "SecurityError": return pick("It isn't allowed.", "未獲允許。", "未获允许。")
        case "NotFoundError": return pick("There is none.", "找不到。", "找不到。")
        case "NotSupportedError": return pick("This browser can't do that.", "此瀏覽器不支援。", "此浏览器不支持。")
        case "TimeoutError": return pick("There is no answer.", "沒有回應。", "没有响应。")
        case "LockedError":
            return pick("Another tab holds the database. Close it.", "另一個分頁佔用資料庫，請關閉該分頁。", "另一个标签页占用数据库，请关闭该标签页。")
        case "TypeError", "NetworkError": return offline + stop
        case "HTTP":
            return fill(
                pick("The server answers HTTP %.", "伺服器回應 HTTP %。", "服务器返回 HTTP %。"), said.rest(after: "HTTP:") ?? "")
        default: return language == .english ? said.rest(after: name + ":") ?? said : ""
        }
    }

    private func unable(_ reason: ServerReason) -> String {
        switch reason {
        case .locked:
            pick("Another program on the server keeps the book locked", "伺服器上有另一個程式鎖定了帳本", "服务器上有另一个程序锁定了账本")
        case .full: pick("The server's disk is full", "伺服器的磁碟已滿", "服务器的磁盘已满")
        case .readOnly: pick("The server can't write to the book", "伺服器無法寫入帳本", "服务器无法写入账本")
        case .newer:
            pick(
                "The book is of a newer version of Daybook than the server. Update the server.",
                "帳本的版本比伺服器新。請更新伺服器。", "账本的版本比服务器新。请更新服务器。")
        case .crowded:
            pick("The server has too much to do at the moment", "伺服器目前過於忙碌", "服务器目前过于繁忙")
        }
    }

    /// A moment in local time, such as “Nov 21, 2026, 09:30”.
    func moment(_ time: Timestamp, minutesAhead: Int) -> String {
        let local = Timestamp(milliseconds: time.milliseconds &+ Int64(minutesAhead) * 60_000)
        // Of 2026-11-21T09:30:00.000Z.
        let clock = String(utf8: Array(local.text.bytes[11..<16]))
        return day(CivilDate(local)) + pick(", ", " ", " ") + clock
    }
}
