public import DaybookCore

/// Plans to pay back what is owed, and the table of one debt.
public struct PayOffState {
    /// The amount that is paid each month beyond the minimums, as it is typed.
    var extra = ""
    /// The reason why that can't be read.
    private(set) var refused: ItemError?
    /// The plans of each currency.
    public private(set) var plans: [PayOffPlans] = []
    /// The table of the account that is shown; nil where it isn't known what is paid.
    private(set) var loan: Loan?
    /// The reason why it has no end.
    private(set) var problem: Loan.Problem?
    private var basis: Basis?

    private struct Basis: Equatable {
        let version: Int
        let today: CivilDate
        let extra: String
        let account: EntityID?
    }

    /// Works the plans out, if anything is new.
    ///
    /// - Parameter account: the one whose table is shown.
    mutating func refresh(_ book: LocalBook, _ balances: [AccountBalance], of account: EntityID?, _ today: CivilDate) {
        let basis = Basis(version: book.moneyVersion, today: today, extra: extra, account: account)
        guard basis != self.basis else { return }
        self.basis = basis
        (refused, loan, problem) = (nil, nil, nil)
        do throws(ItemError) {
            plans = try PayOffPlans.all(balances, extra: extra.isBlank ? nil : extra, today)
        } catch {
            // The plans stay as they were until it can be read.
            refused = error
        }
        guard let balance = balances.first(where: { $0.account.id == account }) else { return }
        do throws(Loan.Problem) {
            loan = try Loan(of: balance.account, owing: balance.balance, on: today)
        } catch {
            problem = error
        }
    }
}
