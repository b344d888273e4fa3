// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LiveViewTest {

    private final StringWriter err = new StringWriter();
    private LiveView view;
    private int port;

    @BeforeEach
    void start() {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        view = LiveView.start(Optional.of(anyPort), new PrintWriter(err, true));
        assertThat(err.toString()).matches("watching at http://127\\.0\\.0\\.1:\\d+/\\R");
        port = Integer.parseInt(err.toString().replaceAll("\\D+1:(\\d+)/\\s*|.*0.1:(\\d+)/\\s*", "$1$2"));
    }

    @AfterEach
    void closeAndCheckThreads() {
        view.close();
        assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
                .noneMatch(name -> name.startsWith("cdc-tester-ui"));
    }

    private static Document page(String title) {
        return new Document(
                title,
                "",
                new Headline(Tone.NEUTRAL, "headline", "lead", List.of(), List.of(), List.of()),
                List.of(),
                List.of(),
                List.of(),
                "");
    }

    private Socket send(String head) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private String get(String path) throws IOException {
        return response("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port);
    }

    private String response(String head) throws IOException {
        try (Socket socket = send(head + "\r\nConnection: close")) {
            return reader(socket).lines().collect(Collectors.joining("\n"));
        }
    }

    private Socket openEventStream() throws IOException {
        return send("GET /events HTTP/1.1\r\nHost: localhost:" + port);
    }

    private static String awaitLine(BufferedReader source, String prefix) throws IOException {
        for (String line = source.readLine(); line != null; line = source.readLine()) {
            if (line.startsWith(prefix)) {
                return line;
            }
        }
        throw new AssertionError("the connection ended before " + prefix);
    }

    @Test
    void servesPageWithoutExternalRequests() throws IOException {
        String page = get("/");
        assertThat(page).startsWith("HTTP/1.1 200 OK").contains("id=\"live\"", "connect-src &#39;self&#39;");
        assertThat(page.toLowerCase())
                .contains("cache-control: no-store", "x-content-type-options: nosniff", "frame-ancestors 'none'");
        assertThat(get("/page")).contains("<main").doesNotContain("id=\"engine\"", "id=\"live\"");
        assertThat(get("/report.html")).startsWith("HTTP/1.1 404");
        assertThat(get("/etc/passwd")).startsWith("HTTP/1.1 404");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "HEAD", "OPTIONS"})
    void answersOnlyGet(String method) throws IOException {
        assertThat(response(method + " / HTTP/1.1\r\nHost: 127.0.0.1:" + port)).startsWith("HTTP/1.1 405");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "127.0.0.1", "127.0.0.1.evil.example:%d", "evil.example:%d", "localhost:1"})
    void rejectsOtherHost(String host) throws IOException {
        assertThat(response("GET / HTTP/1.1\r\nHost: " + host.replace("%d", String.valueOf(port))))
                .startsWith("HTTP/1.1 421")
                .doesNotContain("<main");
    }

    @Test
    void rejectsOtherOrigin() throws IOException {
        assertThat(response("GET /page HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nOrigin: http://evil.example"))
                .startsWith("HTTP/1.1 403");
        assertThat(response("GET /page HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nOrigin: http://127.0.0.1:" + port))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void rendersPageOnlyForConnectedClients() throws IOException {
        AtomicInteger count = new AtomicInteger();
        view.setIntermediateResult(() -> page("<b>made " + count.incrementAndGet() + "</b>"));
        assertThat(get("/page")).doesNotContain("made");
        assertThat(count).hasValue(0);
        try (Socket socket = openEventStream()) {
            BufferedReader events = reader(socket);
            assertThat(awaitLine(events, "data:")).contains("\"id\":");
            awaitLine(events, "data: {\"revision\":2}");
            assertThat(get("/page")).contains("&lt;b&gt;made 1").doesNotContain("<b>made");
            assertThat(get("/")).contains("&lt;b&gt;made 1");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                            | It is saved as di\\"r
            writing a failed | Not all files are saved: writing a failed.
            """)
    void endsWithReport(String writeFailure, String location) throws Exception {
        Thread closingThread = new Thread(() -> view.close(), "closes");
        try (Socket socket = openEventStream()) {
            BufferedReader events = reader(socket);
            awaitLine(events, "event: page");
            Optional<Path> out = Optional.of(Path.of("di\"r"));
            view.endWithReport((result, page) -> page.write(result), "the report \u00e9", out, writeFailure);
            closingThread.start();
            awaitLine(events, "event: ended");
            assertThat(awaitLine(events, "data:")).contains("The run has ended: this is its report. " + location);
            assertThat(get("/report.html")).endsWith("the report \u00e9");
        }
        closingThread.join();
    }

    @Test
    void reportsFailure() throws Exception {
        Thread closingThread = new Thread(() -> view.close(), "closes");
        try (Socket socket = openEventStream()) {
            BufferedReader events = reader(socket);
            awaitLine(events, "event: page");
            view.endWithFailure(new IllegalStateException("gone\nfor good"));
            closingThread.start();
            awaitLine(events, "event: failed");
            assertThat(awaitLine(events, "data:")).contains("The run has failed: gone", "for good");
        }
        closingThread.join();
    }

    @Test
    void pageFailureDoesNotEndRun() throws IOException {
        view.setIntermediateResult(() -> {
            throw new IllegalStateException("no page");
        });
        try (Socket socket = openEventStream()) {
            BufferedReader events = reader(socket);
            awaitLine(events, "event: failed");
            assertThat(awaitLine(events, "data:")).contains("no page");
        }
        assertThat(err.toString()).contains("cdc-tester: --ui: the page cannot be made");
        view.step("goes on");
    }
}
