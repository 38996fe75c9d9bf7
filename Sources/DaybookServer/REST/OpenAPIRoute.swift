import HTTPTypes
import Hummingbird
import NIOCore

/// `/openapi.yaml`: the description of REST for programs.
struct OpenAPIRoute {
    func add(to router: Router<ServerContext>) {
        router.get("/openapi.yaml") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/yaml; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml)))
        }
    }
}
