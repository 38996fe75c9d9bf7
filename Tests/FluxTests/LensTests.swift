import Flux
import Testing

@Suite struct LensTests {
    struct Engine: Equatable { var power = 1, name = "a" }
    struct Car: Equatable { var engine = Engine(), doors = 4 }

    static let engine = Lens<Car, Engine>({ $0.engine }, write: { $0.engine = $1 })
    static let power = Lens<Engine, Int>(get: { $0.power }, set: { Engine(power: $1, name: $0.name) })

    @Test("A lens gets what it set, keeps what it got, lets the last set win and touches nothing else") func laws() {
        let car = Car(engine: Engine(power: 9, name: "x"), doors: 2)
        let power = Self.engine.appending(Self.power)
        #expect(power.get(power.set(car, 5)) == 5)
        #expect(power.set(car, power.get(car)) == car)
        #expect(power.set(power.set(car, 1), 2) == power.set(car, 2))
        #expect(power.over(car) { $0 + 1 } == Car(engine: Engine(power: 10, name: "x"), doors: 2))
    }
}
