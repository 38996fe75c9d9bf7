import HTTPTypes
import Hummingbird

/// The files of the web app.
struct AssetRoutes {
    func add(to router: Router<ServerContext>) {
        router.get("/") { _, _ in Response(text: "Daybook") }
    }
}
