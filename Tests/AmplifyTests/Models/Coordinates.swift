// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Coordinates: Embeddable {
  var latitude: Double
  var longitude: Double
}
