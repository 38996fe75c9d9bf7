// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "daybook", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "SwormBenchmarks",
            dependencies: [
                .product(name: "Sworm", package: "daybook"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        // These run the built program. What they link of it is only the messages of sync.
        .executableTarget(name: "DaybookBenchmarks", dependencies: ["Load"], swiftSettings: strict),
        .executableTarget(
            name: "SyncBenchmarks",
            dependencies: [
                "Load",
                .product(name: "DaybookCore", package: "daybook"),
                .product(name: "Sworm", package: "daybook"),
            ],
            swiftSettings: strict),
        // The program at work, and requests to it.
        .target(name: "Load", swiftSettings: strict),
        // A server that does nothing, to measure others against.
        .executableTarget(
            name: "Hello",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "WebBenchmarks", dependencies: ["Load"], swiftSettings: strict),
    ]
)
