// swift-format-ignore-file
import Amplify

/// What the app adds to its generated models: they and their initializers are internal to its module.
public enum App {
    /// What the app gives its plugin.
    public static var registration: AmplifyModels { AmplifyModels() }

    public static func registerModels() { AmplifyModels().registerModels(registry: ModelRegistry.self) }

    public static func address(city: String, street: String? = nil, latitude: Double? = nil) -> Address {
        Address(
            street: street, city: city, position: latitude.map { Coordinates(latitude: $0, longitude: 1) }, floors: [1, 2])
    }
}

extension Address: Equatable {
    public static func == (left: Address, right: Address) -> Bool {
        left.street == right.street && left.city == right.city && left.floors == right.floors
            && left.position == right.position
    }
}

extension Coordinates: Equatable {
    public static func == (left: Coordinates, right: Coordinates) -> Bool {
        left.latitude == right.latitude && left.longitude == right.longitude
    }
}
