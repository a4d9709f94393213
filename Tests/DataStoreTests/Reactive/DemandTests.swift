import DataStore
import Testing

@Suite struct DemandTests {
    typealias Demand = Subscribers.Demand

    private static let sums: [(Demand, String)] = [
        (Demand.max(2) + Demand.max(3), "max(5)"), (Demand.max(2) + Demand.unlimited, "unlimited"),
        (Demand.unlimited + Demand.max(1), "unlimited"), (Demand.max(.max) + Demand.max(1), "unlimited"),
        (Demand.max(3) + Int(4), "max(7)"), (Demand.max(3) + Int(-1), "max(2)"), (Demand.none, "max(0)"),
    ]
    private static let differences: [(Demand, String)] = [
        (Demand.max(5) - Demand.max(3), "max(2)"), (Demand.max(5) - Demand.unlimited, "max(0)"),
        (Demand.unlimited - Demand.max(3), "unlimited"), (Demand.unlimited - Demand.unlimited, "unlimited"),
        (Demand.max(3) - Int(1), "max(2)"), (Demand.unlimited - Int(1), "unlimited"),
    ]
    private static let products: [(Demand, String)] = [
        (Demand.max(3) * Int(4), "max(12)"), (Demand.unlimited * Int(4), "unlimited"),
        (Demand.max(.max) * Int(2), "unlimited"),
    ]

    @Test(arguments: sums + differences + products)
    func arithmetic(demand: Demand, description: String) {
        #expect(demand.description == description)
    }

    @Test func comparison() {
        let two = Demand.max(2)
        #expect(Demand.max(1) < two)
        #expect(Demand.max(.max) < Demand.unlimited)
        #expect(Demand.unlimited.max == nil)
        #expect(Demand.max(4).max == 4)
        #expect(Demand.none == Demand.max(0))
    }

    @Test func comparisonWithCounts() {
        let two = Demand.max(2)
        let (one, same, three) = (1, 2, 3)
        let right = [two > one, two >= same, two <= same, two < three, two == same, two != three]
        let left = [one < two, same <= two, same >= two, three > two, same == two, three != two]
        #expect(right.allSatisfy { $0 })
        #expect(left.allSatisfy { $0 })
        let most = Int.max
        #expect(Demand.unlimited > most)
        #expect(Demand.unlimited != most)
    }

    @Test func assignment() {
        var demand = Demand.max(1)
        demand += .max(2)
        demand += 3
        demand *= 2
        demand -= 1
        demand -= .max(1)
        #expect(demand == .max(10))
    }

    @Test func negativeDemandsTrap() async {
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) - .max(2) }
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) * -1 }
    }
}
