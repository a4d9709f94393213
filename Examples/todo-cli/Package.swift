// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "todo-cli",
    dependencies: [.package(name: "rivulet", path: "../..")],
    targets: [
        .executableTarget(name: "todo", dependencies: [.product(name: "DataStore", package: "rivulet")])
    ]
)
