import DaybookCore

/// The words of a bank for a row that isn't booked.
enum RowState {
    case pending
    /// It was refused or taken back, and moved nothing.
    case void

    init?(_ text: String) {
        let word = ColumnNames.words(text).joined()
        if word.isOne(of: Self.pendings) {
            self = .pending
        } else if word.isOne(of: Self.voids) {
            self = .void
        } else {
            return nil
        }
    }

    private static let pendings =
        "pending vorgemerkt umsatzvorgemerkt vorgemerkteumsatze inprogress processing authorized authorised authorization reserved "
        + "reserviert offen enattente pendiente inattesa pendente reserverad reserveret reservert varaus blokada oczekujaca "
        + "oczekujace nezauctovano fuggoben foglalt inprocesare вобработке hold выполняется 处理中 處理中 等待付款 未入账 未入帳 処理中 未確定"

    private static let voids =
        "declined reverted failed cancelled canceled rejected refused voided expired abgelehnt storniert abgebrochen refuse annule "
        + "rechazado rechazada anulado annullato rifiutato recusado avvisad avbruten odrzucona anulowana zamitnuto elutasitva "
        + "отклонено отменено ошибка failure 交易关闭 已关闭 失败 失敗 支付失败 取消 취소 승인취소 실패"
}
