import DaybookExchange
import HTTPTypes
import Hummingbird
import NIOCore

/// `/openapi.yaml`: the description of REST for programs. The schemas of to-dos and entries come from the lists of
/// their fields, and all of other kinds from them and their fields.
struct OpenAPIRoute {
    let kinds: [ServedKind]

    func add(to router: Router<ServerContext>) {
        let text = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
            .replacing(#/ *# Here the server puts the paths .*\n/#, with: kinds.map(\.paths).joined())
            .replacing(
                #/ *# Here the server puts the schemas .*\n/#,
                with: FieldSchema.yaml() + kinds.map(\.schemas).joined())
        router.get("/openapi.yaml") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/yaml; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
