// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

// Contains the set of classes that conforms to the `Model` protocol. 

final public class AmplifyModels: AmplifyModelRegistration {
  public let version: String = "5f1c2a7c64a2e0e9b1a6de8a5d1a4c11"
  
  public func registerModels(registry: ModelRegistry.Type) {
    ModelRegistry.register(modelType: Todo.self)
    ModelRegistry.register(modelType: Post.self)
    ModelRegistry.register(modelType: Comment.self)
    ModelRegistry.register(modelType: Tag.self)
    ModelRegistry.register(modelType: PostTags.self)
    ModelRegistry.register(modelType: Purchase.self)
    ModelRegistry.register(modelType: PurchaseLine.self)
    ModelRegistry.register(modelType: Employee.self)
    ModelRegistry.register(modelType: Profile.self)
    ModelRegistry.register(modelType: Account.self)
    ModelRegistry.register(modelType: Memo.self)
    ModelRegistry.register(modelType: Everything.self)
  }
}
