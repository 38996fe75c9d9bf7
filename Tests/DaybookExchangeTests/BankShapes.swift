import Testing

/// The shapes of the files in `Banks`, which were made up from what banks document: what each row says, what is asked of
/// a person, and what the account holds in the end.
enum BankShapes {
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let encoding: String
        /// The parameter that answers what is open; empty where nothing is.
        let question: String
        let closing: String
        let rows: [String]

        var testDescription: String { name }
    }

    static let all: [Shape] = [
        Shape(
            name: "au-commbank", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR WOOLWORTHS SYDNEY",
                "2026-11-27 +500.00 EUR ACME PAY",
            ]),
        Shape(
            name: "au-westpac", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR WOOLWORTHS",
                "2026-11-27 +500.00 EUR ACME PAY",
            ]),
        Shape(
            name: "be-kbc", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR DELHAIZE, AANKOOP BANCONTACT",
                "2026-11-27 +500.00 EUR ACME, OVERSCHRIJVING, Loon",
            ]),
        Shape(
            name: "br-nubank", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-27 -43.09 EUR Compra no débito - Padaria",
                "2026-11-28 +2400.00 EUR Transferência recebida - ACME",
            ]),
        Shape(
            name: "ca-rbc", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-27 +500.00 CAD PAYROLL, ACME",
                "2026-11-28 -43.09 CAD LOBLAWS",
            ]),
        Shape(
            name: "ca-td", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR LOBLAWS",
                "2026-11-27 +500.00 EUR ACME PAYROLL",
                "2026-11-26 -400.00 EUR RENT",
            ]),
        Shape(
            name: "ch-postfinance", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.05 CHF KAUF COOP",
                "2026-11-27 +2400.00 CHF LOHN ACME",
            ]),
        Shape(
            name: "ch-ubs", encoding: "UTF-8", question: "", closing: "1456.95",
            rows: [
                "2026-11-28 -43.05 CHF COOP, Zahlung",
                "2026-11-27 +500.00 CHF ACME AG, Gutschrift",
            ]),
        Shape(
            name: "cn-alipay", encoding: "GB18030", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR 麦当劳, 早餐",
                "2026-11-27 +500.00 EUR 李四, 红包",
            ]),
        Shape(
            name: "cn-icbc", encoding: "GB18030", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 CNY 麦当劳, 消费",
                "2026-11-27 +500.00 CNY 某公司, 工资",
            ]),
        Shape(
            name: "cn-wechat", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 CNY 麦当劳, 早餐, /",
                "2026-11-27 +500.00 CNY 李四, 转账, /",
            ]),
        Shape(
            name: "cz-fio", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 CZK Nákup: ALBERT",
                "2026-11-27 +2400.00 CZK ACME, Výplata",
            ]),
        Shape(
            name: "de-commerz", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -86.40 EUR Stadtwerke Strom",
                "2026-11-27 +2400.00 EUR ACME Lohn",
            ]),
        Shape(
            name: "de-dkb", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-27 -86.40 EUR ISSUER, REWE, Einkauf",
                "2026-11-26 +2400.00 EUR ACME GmbH, Erika, Lohn",
            ]),
        Shape(
            name: "de-ing", encoding: "Windows-1252", question: "", closing: "2312.70",
            rows: [
                "2026-11-28 -43.09 EUR REWE, Lastschrift, Einkauf",
                "2026-11-27 +2400.00 EUR ACME GmbH, Gehalt/Rente, Lohn",
                "2026-11-26 -86.40 EUR Stadtwerke, Lastschrift, Strom",
            ]),
        Shape(
            name: "de-n26", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-27 -43.09 EUR REWE",
                "2026-11-28 +2400.00 EUR ACME GmbH, Lohn",
            ]),
        Shape(
            name: "de-sh", encoding: "Windows-1252", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR Ich, Einkauf",
                "2026-11-27 +2400.00 EUR ACME, Lohn November",
            ]),
        Shape(
            name: "de-sparkasse", encoding: "Windows-1252", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR REWE SAGT DANKE, KARTENZAHLUNG, Einkauf Müller",
                "2026-11-27 +2400.00 EUR ACME GmbH, GUTSCHRIFT, Lohn",
            ]),
        Shape(
            name: "de-volksbank", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR REWE, Basislastschrift, Einkauf \"frisch\" heute",
                "2026-11-27 +500.00 EUR ACME, Überweisungsgutschr., Lohn",
            ]),
        Shape(
            name: "dk-danske", encoding: "Windows-1252", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR NETTO",
                "2026-11-27 +500.00 EUR Løn",
            ]),
        Shape(
            name: "es-santander", encoding: "Windows-1252", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR COMPRA MERCADONA",
                "2026-11-27 +500.00 EUR NOMINA ACME",
            ]),
        Shape(
            name: "fi-op", encoding: "Windows-1252", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR K-MARKET, PKORTTIMAKSU, Viesti: 12",
                "2026-11-27 +2400.00 EUR ACME OY, PANO",
            ]),
        Shape(
            name: "fr-bourso", encoding: "UTF-8", question: "", closing: "1956.91",
            rows: [
                "2026-11-28 -43.09 EUR CARTE 27/11/26 MONOPRIX",
                "2026-11-27 +2400.00 EUR VIR ACME",
            ]),
        Shape(
            name: "fr-ca", encoding: "Windows-1252", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR PAIEMENT PAR CARTE MONOPRIX",
                "2026-11-27 +2400.00 EUR VIREMENT EN VOTRE FAVEUR ACME",
            ]),
        Shape(
            name: "fr-lbp", encoding: "Windows-1252", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR ACHAT CB MONOPRIX 27.11.26",
                "2026-11-13 +2400.00 EUR VIREMENT DE ACME",
            ]),
        Shape(
            name: "hu-otp", encoding: "Windows-1250", question: "", closing: "95691.00",
            rows: [
                "2026-11-28 -4309.00 HUF SPAR, őszi vásárlás",
                "2026-11-27 +50000.00 HUF ACME, fizetés",
            ]),
        Shape(
            name: "in-hdfc", encoding: "UTF-8", question: "", closing: "199569.10",
            rows: [
                "2026-11-26 -430.90 EUR UPI-SWIGGY",
                "2026-11-27 +100000.00 EUR NEFT ACME SALARY",
            ]),
        Shape(
            name: "in-icici", encoding: "UTF-8", question: "", closing: "199570.00",
            rows: [
                "2026-11-27 +100000.50 INR NEFT ACME",
                "2026-11-28 -430.50 INR UPI SWIGGY",
            ]),
        Shape(
            name: "it-intesa", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR Pagamento POS, ESSELUNGA MILANO",
                "2026-11-27 +2400.00 EUR Stipendio, ACME SRL",
            ]),
        Shape(
            name: "jp-mufg", encoding: "Shift-JIS", question: "", closing: "348750.00",
            rows: [
                "2026-11-27 +250000.00 EUR 給料, カ）エ－シ－エム",
                "2026-11-28 -1250.00 EUR カード, ローソン",
            ]),
        Shape(
            name: "jp-rakuten-card", encoding: "Shift-JIS", question: "", closing: "",
            rows: [
                "2026-11-27 -1250.00 EUR ローソン",
                "2026-11-28 -3980.00 EUR アマゾン",
            ]),
        Shape(
            name: "kr-kb", encoding: "EUC-KR", question: "", closing: "95700.00",
            rows: [
                "2026-11-28 -4300.00 EUR 스타벅스, 체크카드",
                "2026-11-27 +100000.00 EUR 에이씨엠, 급여",
            ]),
        Shape(
            name: "nl-abn", encoding: "UTF-8", question: "", closing: "3356.91",
            rows: [
                "2026-11-01 -43.09 EUR BEA NR:12 01.11.26/10.00 AH AMSTERDAM",
                "2026-11-03 +2400.00 EUR SEPA Overboeking ACME",
            ]),
        Shape(
            name: "nl-ing", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR Albert Heijn, Pasvolgnr: 001",
                "2026-11-27 +2400.00 EUR ACME BV, Salaris",
            ]),
        Shape(
            name: "nl-rabo", encoding: "Windows-1252", question: "", closing: "3356.91",
            rows: [
                "2026-11-27 -43.09 EUR Albert Heijn, Betaalautomaat",
                "2026-11-28 +2400.00 EUR ACME, Salaris",
            ]),
        Shape(
            name: "no-dnb", encoding: "Windows-1252", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR Varekjøp REMA 1000",
                "2026-11-27 +2400.00 EUR Lønn ACME",
            ]),
        Shape(
            name: "paypal", encoding: "UTF-8", question: "", closing: "1053.41",
            rows: [
                "2026-11-27 -43.09 EUR Shop",
                "2026-11-28 +96.50 EUR Buyer",
            ]),
        Shape(
            name: "pl-mbank", encoding: "Windows-1250", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 PLN ŻABKA Z1234 ZAKUP PRZY UŻYCIU KARTY",
                "2026-11-27 +2400.00 PLN ACME PRZELEW",
            ]),
        Shape(
            name: "pt-cgd", encoding: "Windows-1252", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR COMPRA CONTINENTE",
                "2026-11-27 +500.00 EUR TRF ACME",
            ]),
        Shape(
            name: "revolut", encoding: "UTF-8", question: "", closing: "35.91",
            rows: [
                "2026-11-26 +100.00 EUR Top-Up by *1234",
                "2026-11-28 -43.09 EUR Lidl",
                "2026-11-28 -21.00 EUR Cash at ATM",
            ]),
        Shape(
            name: "ru-tinkoff", encoding: "Windows-1251", question: "", closing: "",
            rows: [
                "2026-11-28 -430.90 RUB Пятёрочка",
                "2026-11-27 +50000.00 RUB ООО Ромашка",
            ]),
        Shape(
            name: "se-handels", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR ICA SUPERMARKET",
                "2026-11-27 +500.00 EUR LÖN",
            ]),
        Shape(
            name: "tr-garanti", encoding: "Windows-1254", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR MİGROS ALIŞVERİŞ",
                "2026-11-27 +500.00 EUR MAAŞ",
            ]),
        Shape(
            name: "tw-esun", encoding: "Big5", question: "", closing: "98750.00",
            rows: [
                "2026-11-28 -1250.00 EUR 消費, 全聯福利中心",
                "2026-11-27 +50000.00 EUR 薪資, 某公司",
            ]),
        Shape(
            name: "uk-barclays", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR TESCO STORES ON 27 NOV",
                "2026-11-27 +2400.00 EUR ACME LTD",
            ]),
        Shape(
            name: "uk-hsbc-nohead", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR TESCO STORES",
                "2026-11-27 +2400.00 EUR ACME LTD",
                "2026-11-26 -86.40 EUR BRITISH GAS",
            ]),
        Shape(
            name: "uk-monzo", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-27 +2400.00 GBP ACME LTD, Pay",
                "2026-11-28 -43.09 GBP Tesco, TESCO STORES",
            ]),
        Shape(
            name: "uk-nationwide", encoding: "Windows-1252", question: "", closing: "1956.91",
            rows: [
                "2026-11-27 +2400.00 GBP ACME LTD",
                "2026-11-28 -43.09 GBP TESCO",
            ]),
        Shape(
            name: "uk-starling", encoding: "UTF-8", question: "", closing: "3356.91",
            rows: [
                "2026-11-27 +2400.00 GBP ACME LTD, Salary",
                "2026-11-28 -43.09 GBP Tesco, TESCO STORES",
            ]),
        Shape(
            name: "us-amex", encoding: "UTF-8", question: "negate", closing: "",
            rows: []),
        Shape(
            name: "us-bofa", encoding: "UTF-8", question: "", closing: "1456.91",
            rows: [
                "2026-11-27 +500.00 EUR ACME PAYROLL",
                "2026-11-28 -43.09 EUR WHOLE FOODS",
            ]),
        Shape(
            name: "us-capone", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR WHOLE FOODS",
                "2026-11-20 +500.00 EUR CAPITAL ONE MOBILE PYMT",
            ]),
        Shape(
            name: "us-chase-card", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR WHOLE FOODS",
                "2026-11-20 +500.00 EUR Payment Thank You-Mobile",
                "2026-11-19 -12.00 EUR UBER",
            ]),
        Shape(
            name: "us-chase-check", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR WHOLE FOODS",
                "2026-11-27 +500.00 EUR ACME PAYROLL",
            ]),
        Shape(
            name: "us-discover", encoding: "UTF-8", question: "negate", closing: "",
            rows: []),
        Shape(
            name: "us-wells", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -43.09 EUR WHOLE FOODS",
                "2026-11-27 +500.00 EUR ACME PAYROLL",
                "2026-11-13 -12.00 EUR UBER",
            ]),
        Shape(
            name: "wise", encoding: "UTF-8", question: "", closing: "956.91",
            rows: [
                "2026-11-28 -43.09 EUR Lidl, Card transaction of EUR issued by Lidl",
                "2026-11-27 +500.00 EUR ACME, Received money from ACME, Pay",
            ]),
    ]
}
