import DaybookCore

/// The bytes of a bank's file, or of those that a ZIP has.
public struct BankInput: Equatable, Sendable {
    struct File: Equatable, Sendable {
        /// Empty for a file alone.
        let name: String
        let bytes: [UInt8]
    }

    public let format: BankFile.Format
    let files: [File]
    /// The plan beside the register of YNAB.
    let plan: File?
    /// The tags of the categories in that plan.
    let categories: CategoryTags
    /// How many files a ZIP has beside them.
    let others: Int

    /// Finds the format. Nil if the bytes are neither a bank's file nor a ZIP with one.
    ///
    /// - Throws: `InputError` for a ZIP that can't be read, or has files of several formats.
    public init?(_ bytes: [UInt8]) throws(InputError) {
        guard ZipArchive.isOne(bytes) else {
            guard let format = BankFile.format(of: bytes) else { return nil }
            self.init(bytes, format)
            return
        }
        var format: BankFile.Format?
        var files: [File] = []
        var plan: File?
        var categories = CategoryTags()
        let members = try ZipArchive(bytes).files(upTo: Self.greatestSize)
        for member in members {
            if plan == nil, let reader = PlanReader(member.bytes) {
                categories = reader.tags
                plan = File(name: member.name, bytes: member.bytes)
                continue
            }
            guard let own = BankFile.format(of: member.bytes) else { continue }
            if let format, format != own {
                throw InputError(
                    "it has files of \(format.rawValue) and of \(own.rawValue). Unpack it, and import each by itself.")
            }
            format = own
            files.append(File(name: member.name, bytes: member.bytes))
        }
        guard let format else { return nil }
        self.init(format, files, plan, categories, others: members.count - files.count - (plan == nil ? 0 : 1))
    }

    init(_ bytes: [UInt8], _ format: BankFile.Format) {
        self.init(format, [File(name: "", bytes: bytes)], nil, CategoryTags(), others: 0)
    }

    private init(_ format: BankFile.Format, _ files: [File], _ plan: File?, _ categories: CategoryTags, others: Int) {
        (self.format, self.files, self.plan, self.others) = (format, files, plan, others)
        self.categories = categories
    }

    /// In bytes, of all files of a ZIP together.
    static let greatestSize = 64 << 20
}
