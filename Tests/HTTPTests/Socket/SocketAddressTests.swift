import HTTP
import Testing

@Suite struct SocketAddressTests {
    @Test(
        "An address is numeric or localhost, with a port",
        arguments: ["127.0.0.1:8080", "[::1]:0", "localhost:80", "0.0.0.0:65535", "[::]:1"])
    func legal(_ text: String) {
        #expect(SocketAddress(text)?.description == text)
    }

    @Test(
        "Anything else is none",
        arguments: [
            "nonsense", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:", "::1:80", "[127.0.0.1]:80", ":80", "a:b",
            "127.0.0.1:+1", "127.0.0.1:000080", "",
        ])
    func illegal(_ text: String) {
        #expect(SocketAddress(text) == nil)
    }
}
