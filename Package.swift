// swift-tools-version: 6.2
import PackageDescription

/// The target list is the architecture. A target's `dependencies` name every module that it imports, also where one of
/// them brings another along: an incremental build compiles a target anew only for what is named there.
/// `Tests/ArchitectureTests` holds this list and the sources against the arrows that docs/architecture.md draws.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "daybook",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Sworm", targets: ["Sworm"]),
        .library(name: "Flux", targets: ["Flux"]),
        .executable(name: "daybook", targets: ["DaybookCLI"]),
        // For clients in Swift: the messages of sync.
        .library(name: "DaybookCore", targets: ["DaybookCore"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // Libraries that stand by themselves.
        .target(
            name: "Sworm",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .target(name: "Flux", swiftSettings: strict),
        // The stores of another app, in every shape they had: an example of its own, and what `daybook import` reads.
        .target(name: "MoneyMomModel", dependencies: ["Sworm"], swiftSettings: strict),

        // The domain and the app: standard library only, so that they also build as Embedded Swift.
        // Sources/DaybookWeb, the WebAssembly entry, is built from them by the BuildWebApp plugin.
        .target(name: "DaybookCore", swiftSettings: strict),
        .plugin(name: "MakeTexts", capability: .buildTool()),
        .target(
            name: "DaybookApp", dependencies: ["DaybookCore", "Flux"], exclude: ["Languages/texts.tsv"],
            swiftSettings: strict, plugins: ["MakeTexts"]),

        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // The forms in which things come and go: JSON, CSV, ledgers.
        .target(name: "DaybookExchange", dependencies: ["CZlib", "DaybookCore"], swiftSettings: strict),

        // What needs an operating system.
        .target(name: "DaybookStorage", dependencies: ["DaybookCore", "Sworm"], swiftSettings: strict),
        // Opens libpq when a database is asked for, so that nothing else needs it.
        .target(name: "DaybookPostgres", dependencies: ["DaybookCore"], swiftSettings: strict),
        // What a book does that is neither HTTP nor a terminal: undo, rules, imports, reports.
        .target(
            name: "DaybookBook", dependencies: ["DaybookStorage", "DaybookExchange", "DaybookCore"],
            swiftSettings: strict),
        .target(
            name: "DaybookServer",
            dependencies: [
                "DaybookBook", "DaybookStorage", "DaybookPostgres", "DaybookExchange", "DaybookApp", "DaybookCore",
                "Sworm",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("REST/openapi.yaml")],
            swiftSettings: strict),
        .plugin(name: "BuildWebApp", capability: .buildTool()),
        .plugin(name: "ListLicences", capability: .buildTool()),
        .executableTarget(
            name: "DaybookCLI",
            dependencies: [
                "DaybookBook", "DaybookStorage", "DaybookPostgres", "DaybookExchange", "DaybookApp", "DaybookCore",
                "DaybookServer", "MoneyMomModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            // The program has the web app, not the server: so the server is compiled while the web app is.
            swiftSettings: strict, plugins: ["BuildWebApp", "ListLicences"]),

        // Small programs on Sworm and Flux.
        .executableTarget(
            name: "TodoEvents", dependencies: ["Flux", "Sworm"], path: "Examples/TodoEvents", swiftSettings: strict),
        .executableTarget(name: "Members", dependencies: ["Sworm"], path: "Examples/Members", swiftSettings: strict),
        .executableTarget(
            name: "MoneyMom", dependencies: ["MoneyMomModel", "Sworm"], path: "Examples/MoneyMom",
            swiftSettings: strict),

        // Ratios measured in one run: `make bench`. They run the program that was built beside them.
        .target(name: "Load", path: "Benchmarks/Sources/Load", swiftSettings: strict),
        .executableTarget(
            name: "SwormBenchmarks",
            dependencies: [
                "Load", "Sworm",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Benchmarks/Sources/SwormBenchmarks", swiftSettings: strict),
        .executableTarget(
            name: "DaybookBenchmarks", dependencies: ["Load", "DaybookCore"],
            path: "Benchmarks/Sources/DaybookBenchmarks", swiftSettings: strict),
        .executableTarget(
            name: "SyncBenchmarks", dependencies: ["Load", "DaybookCore", "Fixtures", "Sworm"],
            path: "Benchmarks/Sources/SyncBenchmarks", swiftSettings: strict),
        // A server that does nothing, to measure others against.
        .executableTarget(
            name: "Hello",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Benchmarks/Sources/Hello", swiftSettings: strict),
        .executableTarget(
            name: "WebBenchmarks", dependencies: ["Load"], path: "Benchmarks/Sources/WebBenchmarks",
            swiftSettings: strict),

        // Tests: one target for nearly each target of Sources, one for the arrows between them, and what several of them use.
        .target(
            name: "Fixtures", dependencies: ["DaybookCore", "Sworm"], path: "Tests/Fixtures", swiftSettings: strict),
        .testTarget(name: "SwormTests", dependencies: ["Fixtures", "Sworm"], swiftSettings: strict),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["Fixtures", "Flux", "MoneyMom", "MoneyMomModel", "Sworm", "TodoEvents"],
            swiftSettings: strict),
        .testTarget(name: "FluxTests", dependencies: ["Fixtures", "Flux"], swiftSettings: strict),
        .testTarget(name: "DaybookCoreTests", dependencies: ["DaybookCore", "Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "DaybookAppTests", dependencies: ["DaybookApp", "DaybookCore", "Fixtures", "Flux"],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookExchangeTests", dependencies: ["DaybookExchange", "DaybookCore", "Fixtures"],
            exclude: ["Banks"], swiftSettings: strict),
        .testTarget(
            name: "DaybookStorageTests",
            dependencies: [
                "DaybookStorage", "DaybookCore", "Fixtures", "Sworm",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["Books"], swiftSettings: strict),
        .testTarget(
            name: "DaybookPostgresTests",
            dependencies: ["DaybookPostgres", "DaybookStorage", "DaybookCore", "Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "DaybookServerTests",
            dependencies: [
                "DaybookCLI", "DaybookServer", "DaybookBook", "DaybookStorage", "DaybookPostgres", "DaybookExchange",
                "DaybookApp", "DaybookCore", "Fixtures", "Sworm",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookCLITests",
            dependencies: [
                "DaybookCLI", "DaybookServer", "DaybookStorage", "DaybookPostgres", "DaybookCore", "Fixtures",
                "MoneyMomModel", "Sworm",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "DaybookCLI", "DaybookServer", "DaybookStorage", "DaybookApp", "DaybookCore", "Fixtures",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(name: "ArchitectureTests", dependencies: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "SyncSimulation",
            dependencies: [
                "DaybookServer", "DaybookBook", "DaybookExchange", "DaybookApp", "DaybookStorage", "DaybookPostgres",
                "DaybookCore", "Fixtures", "Sworm",
            ],
            swiftSettings: strict),
    ]
)

// `make test-fast`: what needs Swift and SQLite alone, and neither the server nor the tools that build the web app.
if Context.environment["DAYBOOK_FAST"] != nil {
    let fast: Set = [
        "Sworm", "Flux", "DaybookCore", "DaybookApp", "DaybookStorage", "Fixtures", "SwormTests", "FluxTests",
        "DaybookCoreTests", "DaybookAppTests", "DaybookStorageTests", "ArchitectureTests", "MakeTexts",
    ]
    package.targets.removeAll { !fast.contains($0.name) }
    package.products.removeAll { !fast.contains($0.name) }
}
