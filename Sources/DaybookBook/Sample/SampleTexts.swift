/// The texts of the sample book in the languages of the screen.
struct SampleTexts {
    /// The language's place in `others`; nil for English.
    private let place: Int?

    /// - Parameter language: the tag of a language. Any that the sample doesn't have is English.
    init(_ language: String) { place = ["zh-Hant", "zh-Hans"].firstIndex(of: language) }

    /// The text in this language; itself where no other is known.
    func callAsFunction(_ english: String) -> String {
        guard let place, let texts = Self.others[english], texts.indices.contains(place) else { return english }
        return texts[place]
    }

    /// The texts in traditional and simplified Chinese, by the English ones.
    static let others: [String: [String]] = [
        "Bills": ["帳單", "账单"],
        "Next seven days": ["未來七天", "未来七天"],
        "Summer": ["夏天", "夏天"],
        "Work": ["工作", "工作"],
        "Trip": ["旅行", "旅行"],
        "Pack in 3 days #travel": ["3天後收拾行李 #旅行", "3天后收拾行李 #旅行"],
        "Passport\nBuy socks tomorrow": ["護照\n明天買襪子", "护照\n明天买袜子"],

        "Bank": ["銀行", "银行"],
        "Cash": ["現金", "现金"],
        "Savings": ["儲蓄", "储蓄"],
        "Car loan": ["車貸", "车贷"],
        "Salary": ["薪水", "工资"],
        "Employer": ["公司", "公司"],
        "Rent": ["房租", "房租"],
        "Groceries": ["買菜", "买菜"],
        "Corner shop": ["街角商店", "街角商店"],
        "Bread": ["麵包", "面包"],
        "Bakery": ["麵包店", "面包店"],
        "Rail ticket": ["火車票", "火车票"],
        "Lunch": ["午餐", "午餐"],
        "Phone": ["電話費", "话费"],
        "Phone company": ["電信公司", "电信公司"],

        "Home": ["家", "家"],
        "Food": ["食物", "食物"],
        "Gifts": ["禮物", "礼物"],
        "Travel": ["旅行", "旅行"],
        "Rainy day": ["備用金", "备用金"],
        "salary": ["薪水", "工资"],
        "home": ["家", "家"],
        "food": ["食物", "食物"],
        "gifts": ["禮物", "礼物"],
        "travel": ["旅行", "旅行"],
        "phone": ["電話", "电话"],

        "Write to Grandma": ["寫信給奶奶", "给奶奶写信"],
        "Return the library books next monday #errands": ["下週一還圖書館的書 #跑腿", "下周一还图书馆的书 #跑腿"],
        "Present for Mia 40 eur next saturday #gifts": ["下週六給小美的禮物 40 eur #禮物", "下周六给小美的礼物 40 eur #礼物"],
        "Rent 850 eur every 1st #home +Home": ["每月1號 房租 850 eur #家 +家", "每月1号 房租 850 eur #家 +家"],
        "Power 85 eur every 15th #home +Home": ["每月15號 電費 85 eur #家 +家", "每月15号 电费 85 eur #家 +家"],
        "Earn 2400 eur Salary every 30th to Bank #salary": [
            "收到 2400 eur 薪水 每月30號 到銀行 #薪水", "收到 2400 eur 工资 每月30号 到银行 #工资",
        ],
        "Put aside 200 eur from Bank to Savings every 2nd": [
            "存錢 200 eur 每月2號 從銀行 到儲蓄", "存钱 200 eur 每月2号 从银行 到储蓄",
        ],
        "Pay off the car 250 eur from Bank to Car loan every 5th": [
            "還車貸 250 eur 每月5號 從銀行 到車貸", "还车贷 250 eur 每月5号 从银行 到车贷",
        ],
        "Renew the passport in 18 days !high": ["18天後換護照 !高", "18天后换护照 !高"],
        "Plan the trip to Tainan +Summer #travel": ["計劃台南之行 +夏天 #旅行", "计划台南之行 +夏天 #旅行"],
        "Three days in March. Hotel near the river.": ["三月的三天。住在河邊。", "三月的三天。住在河边。"],
        "Send the report tomorrow 17:00 +Work !high": ["明天17:00寄出報告 +工作 !高", "明天17:00发报告 +工作 !高"],
        "Prepare the talk in 9 days +Work": ["9天後準備演講 +工作", "9天后准备演讲 +工作"],
        "Water the plants every 3 days +Home": ["每3天澆花 +家", "每3天浇花 +家"],
        "Book the ferry next friday +Summer !high": ["下週五訂渡輪票 +夏天 !高", "下周五订渡轮票 +夏天 !高"],
        "Call the dentist today": ["今天打電話給牙醫", "今天给牙医打电话"],
        "Buy milk, bread and coffee today #errands": ["今天買牛奶、麵包和咖啡 #跑腿", "今天买牛奶、面包和咖啡 #跑腿"],
        "Read the guide, then finish this to-do": ["讀指南，再完成這一項", "读指南，再完成这一项"],
        "Nothing of it leaves this browser.": ["這一切都只在這個瀏覽器裡。", "这一切都只在这个浏览器里。"],
    ]
}
