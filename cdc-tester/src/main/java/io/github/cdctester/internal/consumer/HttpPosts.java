// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.http.HttpRules;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Receives lines that a consumer posts over HTTP, at any path, on the loopback interface only. */
final class HttpPosts implements LineSource {

    private static final int THREADS = 8;
    private static final int MAX_ARRAY_BYTES = 4 << 20;

    private int port;
    private final AtomicLong postCount = new AtomicLong();
    private final AtomicLong brokenPostCount = new AtomicLong();
    private final AtomicReference<@Nullable String> refusedEncoding = new AtomicReference<>();
    private @Nullable HttpServer server;
    private @Nullable ExecutorService threads;

    /** @param port the port to listen on; 0 for any free port */
    public HttpPosts(int port) {
        this.port = port;
    }

    @Override
    public void start(ConsumerLines lines) {
        HttpServer newServer;
        try {
            newServer = HttpRules.server(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new RunFailedException("posts: cannot listen on port " + port + ": " + e.getMessage(), e);
        }
        AtomicInteger threadNumbers = new AtomicInteger();
        threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "cdc-tester-http-" + threadNumbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        newServer
                .createContext("/", exchange -> answer(exchange, lines))
                .setAuthenticator(new HttpRules(newServer.getAddress()));
        newServer.setExecutor(threads);
        newServer.start();
        server = newServer;
        lines.remark(() -> Optional.ofNullable(refusedEncoding.get())
                .map(encoding -> "posts with Content-Encoding " + encoding + " were refused; post plain text"));
        port = newServer.getAddress().getPort();
    }

    private void answer(HttpExchange exchange, ConsumerLines lines) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.getResponseHeaders().set("Allow", "POST");
                exchange.sendResponseHeaders(HttpURLConnection.HTTP_BAD_METHOD, -1);
                return;
            }
            postCount.incrementAndGet();
            String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
            if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
                refusedEncoding.set(encoding);
                exchange.getResponseHeaders().set("Accept-Encoding", "identity");
                exchange.sendResponseHeaders(HttpURLConnection.HTTP_UNSUPPORTED_TYPE, -1);
                return;
            }
            try (PushbackInputStream body = new PushbackInputStream(exchange.getRequestBody())) {
                readBody(body, lines);
            } catch (IOException e) {
                brokenPostCount.incrementAndGet();
                throw e;
            }
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_NO_CONTENT, -1);
        }
    }

    /** The body contains either lines or a JSON array of changes, perhaps over several lines. */
    private static void readBody(PushbackInputStream body, ConsumerLines lines) throws IOException {
        int firstByte = body.read();
        while (Character.isWhitespace(firstByte)) {
            firstByte = body.read();
        }
        if (firstByte >= 0) {
            body.unread(firstByte);
        }
        if (firstByte != '[') {
            lines.readPart(body);
            return;
        }
        lines.line(new String(body.readNBytes(MAX_ARRAY_BYTES), StandardCharsets.UTF_8));
        lines.readPart(body); // also reads the rest of an oversized body, so that nothing is ignored silently
    }

    @Override
    public String name() {
        return "http://127.0.0.1:" + port + "/";
    }

    @Override
    public Optional<String> remark() {
        if (postCount.get() == 0) {
            return Optional.of("nothing was posted to " + name());
        }
        return brokenPostCount.get() == 0
                ? Optional.empty()
                : Optional.of(brokenPostCount.get() + " posts to " + name() + " were cut off");
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
            server = null;
        }
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
