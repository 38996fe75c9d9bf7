/// Shapes of banks that were tried after the others, as somebody tries them who doesn't know the reader.
extension BankShapes {
    static let others: [Shape] = [
        Shape(
            name: "at-erste", encoding: "UTF-16", question: "", closing: "",
            rows: [
                "2026-11-28 -23.45 EUR BILLA DANKT, Kartenzahlung BILLA 1234 Wien",
                "2026-11-27 +2150.00 EUR ACME GmbH, Gehalt November",
                "2026-11-26 -780.00 EUR Hausverwaltung, Miete",
            ]),
        Shape(
            name: "at-raiffeisen", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -23.45 EUR BILLA DANKT 1234 WIEN",
                "2026-11-27 +2150.00 EUR Gehalt ACME GmbH",
                "2026-11-26 -780.00 EUR Miete Hausverwaltung",
            ]),
        Shape(
            name: "au-nab", encoding: "UTF-8", question: "", closing: "1254.80",
            rows: [
                "2026-11-28 -45.20 EUR Woolworths, WOOLWORTHS 1234 SYDNEY",
                "2026-11-27 +2500.00 EUR ACME PTY LTD",
                "2026-11-26 -1200.00 EUR RENT",
            ]),
        Shape(
            name: "br-bb", encoding: "Windows-1252", question: "", closing: "1760.00",
            rows: [
                "2026-11-03 -89.90 EUR Compra com Cartão - PÃO DE AÇÚCAR",
                "2026-11-05 +1500.00 EUR Pix - Recebido",
                "2026-11-15 -650.10 EUR Pagamento de Boleto",
            ]),
        Shape(
            name: "cn-boc", encoding: "GB18030", question: "", closing: "10254.20",
            rows: [
                "2026-11-28 -45.80 CNY 支付宝, 消费, 早餐",
                "2026-11-27 +12000.00 CNY 某某公司, 工资",
                "2026-11-26 -500.00 CNY 张三, 转账, 还款",
            ]),
        Shape(
            name: "cz-csob", encoding: "Windows-1250", question: "", closing: "12654.50",
            rows: [
                "2026-11-28 -345.50 CZK ALBERT PRAHA",
                "2026-11-25 +32000.00 CZK ACME s.r.o., Výplata",
                "2026-11-20 -9500.00 CZK Jan Novák, Nájem",
            ]),
        Shape(
            name: "es-bbva", encoding: "UTF-8", question: "", closing: "1945.68",
            rows: [
                "2026-11-28 -54.32 EUR Mercadona, Pago con tarjeta, 4940197012345678 MERCADONA",
                "2026-11-27 +2000.00 EUR Nomina, Transferencia recibida, NOMINA ACME",
                "2026-11-26 -700.00 EUR Alquiler, Transferencia realizada, ALQUILER",
            ]),
        Shape(
            name: "fi-nordea", encoding: "UTF-8", question: "", closing: "1250.10",
            rows: [
                "2026-11-28 -24.90 EUR K-MARKET KORTTIOSTO",
                "2026-11-25 +2500.00 EUR ACME OY, PALKKA",
                "2026-11-24 -850.00 EUR VUOKRA OY",
            ]),
        Shape(
            name: "in-sbi", encoding: "UTF-8", question: "", closing: "214650.50",
            rows: [
                "2026-11-03 -350.00 EUR TO TRANSFER-UPI/DR/4321/SWIGGY",
                "2026-11-05 +100000.50 EUR BY TRANSFER-NEFT ACME CORP",
                "2026-11-07 -10000.00 EUR ATM WDL",
            ]),
        Shape(
            name: "it-unicredit", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -45.30 EUR PAGAMENTO POS ESSELUNGA MILANO",
                "2026-11-27 +1850.00 EUR BONIFICO A VOSTRO FAVORE ACME SPA STIPENDIO",
                "2026-11-26 -78.12 EUR ADDEBITO SEPA DD ENEL",
            ]),
        Shape(
            name: "jp-mizuho", encoding: "Shift-JIS", question: "", closing: "251200.00",
            rows: [
                "2026-11-28 -3500.00 EUR カード セブンイレブン",
                "2026-11-25 +280000.00 EUR 給与 カ)ミズホ",
                "2026-11-20 -65000.00 EUR 口座振替 ヤチン",
            ]),
        Shape(
            name: "kr-shinhan", encoding: "EUC-KR", question: "", closing: "1254300",
            rows: [
                "2026-11-28 -12500 KRW 체크카드, 스타벅스",
                "2026-11-25 +3000000 KRW 급여, (주)에이씨엠이",
                "2026-11-24 -500000 KRW 이체, 홍길동",
            ]),
        Shape(
            name: "nl-bunq", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-28 -12.50 EUR Albert Heijn, AH 1234 Amsterdam",
                "2026-11-27 +1250.00 EUR Werkgever BV, Salaris november",
                "2026-11-26 -3.20 EUR NS Groep, OV-chipkaart",
            ]),
        Shape(
            name: "nz-asb", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-20 -45.60 EUR COUNTDOWN AUCKLAND, CARD 1234",
                "2026-11-25 +2200.00 EUR ACME LTD, SALARY",
                "2026-11-26 -950.00 EUR RENT CO",
            ]),
        Shape(
            name: "pl-pko", encoding: "Windows-1250", question: "", closing: "1254.01",
            rows: [
                "2026-11-28 -45.99 PLN Tytuł: 000483, Lokalizacja: Adres: BIEDRONKA Miasto: ŁÓDŹ, Data i czas operacji: 2026-11-27, Oryginalna kwota operacji: 45.99",
                "2026-11-26 +5200.00 PLN Rachunek nadawcy: 11 2222, Nazwa nadawcy: ACME SP. Z O.O., Tytuł: WYNAGRODZENIE",
                "2026-11-25 -2000.00 PLN Rachunek odbiorcy: 33 4444, Nazwa odbiorcy: JAN KOWALSKI, Tytuł: CZYNSZ",
            ]),
        Shape(
            name: "se-swedbank", encoding: "Windows-1252", question: "", closing: "10254.50",
            rows: [
                "2026-11-27 -245.50 SEK ICA NÄRA",
                "2026-11-25 +28000.00 SEK Lön",
                "2026-11-24 -8500.00 SEK Hyra",
            ]),
        Shape(
            name: "uk-lloyds", encoding: "UTF-8", question: "", closing: "1203.55",
            rows: [
                "2026-11-28 -23.45 EUR TESCO STORES 1234",
                "2026-11-27 +2100.00 EUR ACME LTD SALARY",
                "2026-11-26 -150.00 EUR COUNCIL TAX",
            ]),
        Shape(
            name: "us-usaa", encoding: "UTF-8", question: "", closing: "",
            rows: [
                "2026-11-27 -64.20 EUR Kroger, KROGER #123 ATLANTA GA",
                "2026-11-26 +1800.00 EUR Paycheck, ACME CORP DIRECT DEP",
            ]),
    ]
}
