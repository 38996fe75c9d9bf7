import DaybookCore

func day(_ text: String) -> CivilDate {
    guard let day = CivilDate(text) else { preconditionFailure("no day \(text)") }
    return day
}

func currency(_ code: String) -> Currency {
    guard let currency = Currency(code) else { preconditionFailure("no currency \(code)") }
    return currency
}
