// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class HttpRulesTest {

    private static final int THREADS = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private HttpServer server;

    private void serve(String host) throws IOException {
        server = HttpRules.server(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
        server.createContext("/", exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(204, -1);
                })
                .setAuthenticator(new HttpRules(server.getAddress()));
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private Socket send(String text) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    private String statusLine(String headers) throws IOException {
        String port = String.valueOf(server.getAddress().getPort());
        try (Socket socket = send("GET / HTTP/1.1\r\n" + headers.replace("%d", port) + "\r\n\r\n")) {
            return String.valueOf(
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                            .readLine());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1 | Host: 127.0.0.1:%d                                | 204",
                "127.0.0.1 | Host: LOCALHOST:%d                                | 204",
                "127.0.0.1 | Host: localhost:%d; Origin: http://localhost:%d | 204",
                "127.0.0.1 | Host: localhost:%d; Origin: http://evil.example | 403",
                "127.0.0.1 | Host: localhost:%d; Origin: null                | 403",
                "127.0.0.1 | Host: evil.example                                | 421",
                "127.0.0.1 | Host: evil.example:%d                             | 421",
                "127.0.0.1 | Host: 127.0.0.1.evil.example:%d                   | 421",
                "127.0.0.1 | Host: 192.168.0.1:%d                              | 421",
                "127.0.0.1 | X: y                                              | 421",
                "0.0.0.0   | Host: 192.168.0.1:9400                            | 204",
                "0.0.0.0   | Host: [fe80::1]:9400                              | 204",
                "0.0.0.0   | Host: tester:9400                                 | 204",
                "0.0.0.0   | Host: evil.example:9400                           | 421",
                "0.0.0.0   | Host: tester:9400; Origin: http://evil.example  | 403"
            })
    void checksHostAndOrigin(String serverHost, String headers, int status) throws IOException {
        serve(serverHost);

        assertThat(statusLine(headers.replace("; ", "\r\n"))).startsWith("HTTP/1.1 " + status);
    }

    /** Each unfinished request occupies a server thread until its timeout. */
    @Test
    @Tag("nightly")
    void answersDespiteUnfinishedRequests() throws IOException {
        serve("127.0.0.1");
        String port = ":" + server.getAddress().getPort();
        List<Socket> openSockets = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * THREADS; i++) {
                openSockets.add(
                        send("POST / HTTP/1.1\r\nHost: 127.0.0.1" + port + "\r\nContent-Length: 100\r\n\r\nline"));
                openSockets.add(send("GET / HTTP/1.1\r\nHost: 127"));
            }
            for (int i = 0; i < 200; i++) {
                openSockets.add(new Socket(
                        InetAddress.getLoopbackAddress(), server.getAddress().getPort()));
            }

            assertThat(openSockets.get(openSockets.size() - 1).getInputStream().read())
                    .isEqualTo(-1); // the server closes connections above its limit
            assertThat(openSockets.get(0).getInputStream().read()).isEqualTo(-1);
            assertThat(statusLine("Host: 127.0.0.1:%d")).startsWith("HTTP/1.1 204");
        } finally {
            for (Socket socket : openSockets) {
                socket.close();
            }
        }
    }
}
