// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.cdctester.cli.watch.Revisions.FinalReport;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.http.HttpRules;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.internal.report.html.HtmlReport;
import io.github.cdctester.internal.time.DeferredInterrupt;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves the live page to browsers on this machine: {@code /}, {@code /page} with updates, {@code /events} (server-sent events), and at
 * the end {@code /report.html}.
 */
final class LiveServer implements AutoCloseable {

    private static final int MAX_LISTENERS = 12;
    private static final int PAGE_THREADS = 4;
    private static final int BACKLOG = 50;
    private static final long KEEP_ALIVE_MILLIS = 2_000;
    private static final long CLOSE_TIMEOUT_MILLIS = 5_000;

    private record Message(String message) {}

    private final String runId = UUID.randomUUID().toString();
    private final Semaphore listenerSlots = new Semaphore(MAX_LISTENERS);
    private final Revisions revisions;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Queue<Thread> startedThreads = new ConcurrentLinkedQueue<>();
    private final HttpRules rules;

    private LiveServer(HttpServer server, Revisions revisions) {
        this.server = server;
        this.revisions = revisions;
        rules = new HttpRules(server.getAddress());
        AtomicInteger number = new AtomicInteger();
        threads = Executors.newFixedThreadPool(MAX_LISTENERS + PAGE_THREADS, work -> {
            Thread thread = new Thread(work, "cdc-tester-ui-" + number.incrementAndGet());
            thread.setDaemon(true);
            startedThreads.add(thread);
            return thread;
        });
    }

    /** Port 0 stands for any free port. */
    static LiveServer start(InetSocketAddress address, Revisions revisions) {
        try {
            HttpServer server = HttpRules.server(address, BACKLOG);
            LiveServer live = new LiveServer(server, revisions);
            server.createContext("/", live::handle);
            server.setExecutor(live.threads);
            server.start();
            return live;
        } catch (IOException e) {
            throw new InvalidPlanException(
                    "ui", address.getPort(), "a port that is free, or left out for any (" + e.getMessage() + ")");
        }
    }

    URI address() {
        String host = server.getAddress().getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[::1]" : host) + ":"
                + server.getAddress().getPort() + "/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("X-Frame-Options", "DENY");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            Optional<HttpRules.Refusal> refusal = rules.refusal(exchange);
            if (refusal.isPresent()) {
                refuse(exchange, refusal.get().status(), refusal.get().reason());
            } else if (!exchange.getRequestMethod().equals("GET")) {
                headers.set("Allow", "GET");
                refuse(exchange, HttpURLConnection.HTTP_BAD_METHOD, "only GET");
            } else {
                serve(exchange, exchange.getRequestURI().getPath());
            }
        }
    }

    private void serve(HttpExchange exchange, @Nullable String path) throws IOException {
        Revisions.State state = revisions.state();
        FinalReport finalReport = state.end();
        switch (path == null ? "" : path) {
            case "/" -> {
                StringWriter html = new StringWriter();
                HtmlReport.writeLive(state.revision().page(), runId, html);
                send(exchange, html.toString().getBytes(StandardCharsets.UTF_8));
            }
            case "/page" -> send(exchange, state.revision().content());
            case "/events" -> serveEvents(exchange);
            case "/report.html" -> {
                byte[] report = finalReport == null ? null : finalReport.report();
                if (report == null) {
                    refuse(exchange, HttpURLConnection.HTTP_NOT_FOUND, "there is no result yet");
                } else {
                    try {
                        send(exchange, report);
                    } finally {
                        revisions.onReportFetched();
                    }
                }
            }
            default -> refuse(exchange, HttpURLConnection.HTTP_NOT_FOUND, "nothing here; the page is at /");
        }
    }

    private static void send(HttpExchange exchange, byte[] html) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Content-Security-Policy", "frame-ancestors 'none'");
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, html.length);
        exchange.getResponseBody().write(html);
    }

    private static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
        byte[] text = (reason + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(status, text.length);
        exchange.getResponseBody().write(text);
    }

    private void serveEvents(HttpExchange exchange) throws IOException {
        if (!listenerSlots.tryAcquire()) {
            refuse(exchange, HttpURLConnection.HTTP_UNAVAILABLE, "too many pages are open");
            return;
        }
        revisions.addListener();
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, 0);
            sendEvents(exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server is being closed
        } finally {
            revisions.removeListener();
            listenerSlots.release();
        }
    }

    private void sendEvents(OutputStream out) throws IOException, InterruptedException {
        event(out, "retry: 1000\nevent: run\ndata: {\"id\":\"" + runId + "\"}");
        long sentRevision = 0;
        while (true) {
            Revisions.State state = revisions.await(sentRevision, KEEP_ALIVE_MILLIS);
            FinalReport finalReport = state.end();
            if (finalReport != null) {
                if (finalReport.report() != null) {
                    revisions.onReportAnnounced();
                }
                event(
                        out,
                        "event: " + (finalReport.report() == null ? "failed" : "ended") + "\ndata: "
                                + new String(
                                        RecordJson.PLAIN.bytes(Message.class, new Message(finalReport.message())),
                                        StandardCharsets.UTF_8));
                return;
            }
            if (state.revision().number() > sentRevision) {
                sentRevision = state.revision().number();
                event(out, "event: page\ndata: {\"revision\":" + sentRevision + "}");
            } else {
                event(out, ": still there"); // detects a closed page
            }
        }
    }

    private static void event(OutputStream out, String text) throws IOException {
        out.write((text + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            for (Thread thread : startedThreads) {
                thread.join(CLOSE_TIMEOUT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
