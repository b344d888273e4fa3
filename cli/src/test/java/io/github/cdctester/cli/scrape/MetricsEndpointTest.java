// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsEndpointTest {

    @ParameterizedTest
    @CsvSource({"/metrics, 200, cdc_probe 7.0", "/, 200, /metrics", "/foo, 404, ''", "/foo/metrics, 404, ''"})
    void servesMetricsAtOnePathOnly(String path, int status, String text) throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        try (MetricsEndpoint endpoint = MetricsEndpoint.start(address)) {
            endpoint.registry().gauge("cdc.probe", 7);
            URI uri = URI.create("http://127.0.0.1:" + address.getPort() + path);
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body()).contains(text);
            assertThat(response.body().contains("cdc_probe")).isEqualTo(path.equals("/metrics"));
        }
    }

    @Test
    void rejectsHostThatIsNotThisMachine() throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        try (MetricsEndpoint endpoint = MetricsEndpoint.start(address);
                Socket socket = new Socket(address.getAddress(), address.getPort())) {
            endpoint.registry().gauge("cdc.probe", 7);
            socket.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 421")
                    .doesNotContain("cdc_probe");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
