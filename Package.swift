// swift-tools-version: 6.2
import PackageDescription

// Where Combine exists, DataStore offers it and leaves its own out.
#if canImport(Combine)
    let ownReactive = ["Async", "Core", "Machinery", "Operators", "Schedulers", "Sources", "Subjects"]
#else
    let ownReactive: [String] = []
#endif

let package = Package(
    name: "rivulet",
    products: [
        .executable(name: "rivulet", targets: ["rivulet"]),
        .library(name: "DataStore", targets: ["DataStore"]),
        // The names under which apps of Amplify import the library.
        .library(name: "Amplify", targets: ["Amplify"]),
        .library(name: "AWSDataStorePlugin", targets: ["AWSDataStorePlugin"]),
    ],
    targets: [
        // System libraries and C: what Swift's own modules do not export.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CShims"),
        .target(name: "CConsole"),

        // Leaves.
        .target(name: "Locks"),
        .target(name: "GraphQL"),

        // The store and the wire: neither knows the other.
        .target(
            name: "DataStore", dependencies: ["CSQLite", "GraphQL", "Locks"],
            exclude: ownReactive.map { "Reactive/\($0)" }),
        .target(name: "HTTP", dependencies: ["CShims", "CZlib", "Locks"]),

        // Code for the clients of a schema; it reads and writes no file.
        .target(name: "Codegen", dependencies: ["DataStore", "GraphQL"]),

        // The library under other names. What needs Foundation is in Amplify, so that the server does not link it.
        .target(name: "Amplify", dependencies: ["DataStore"]),
        .target(name: "AWSDataStorePlugin", dependencies: ["DataStore"]),

        // The glue and the command.
        .target(name: "Server", dependencies: ["DataStore", "HTTP", "Locks", "CConsole"]),
        .executableTarget(name: "rivulet", dependencies: ["Codegen", "DataStore", "GraphQL", "HTTP", "Server"]),

        // What `swift run -c release bench` measures with; it starts the server as a process and links none of it. The
        // library is measured inside a process of its own, which it starts, too.
        .executableTarget(name: "bench", path: "Benchmarks", exclude: ["C", "Library"]),
        .executableTarget(
            name: "library-bench", dependencies: ["DataStore", "GraphQL", "Locks"], path: "Benchmarks/Library"),

        .testTarget(name: "GraphQLTests", dependencies: ["GraphQL"]),
        .testTarget(name: "DataStoreTests", dependencies: ["AppModels", "DataStore", "GraphQL", "Locks"]),
        // Written like an app, in the language mode of generated files: both see only what is public.
        .target(
            name: "AppModels", dependencies: ["Amplify"], path: "Tests/AmplifyTests/Models", packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "AmplifyTests", dependencies: ["Amplify", "AWSDataStorePlugin", "AppModels"], exclude: ["Models"],
            packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(name: "HTTPTests", dependencies: ["CZlib", "HTTP"]),
        .testTarget(
            name: "CodegenTests", dependencies: ["Codegen", "DataStore", "GraphQL", "rivulet"], exclude: ["Fixtures"]),
        .testTarget(name: "ServerTests", dependencies: ["DataStore", "HTTP", "Locks", "Server", "rivulet"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)

for target in package.targets
where target.type != .system && target.packageAccess && !["CShims", "CConsole"].contains(target.name) {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
