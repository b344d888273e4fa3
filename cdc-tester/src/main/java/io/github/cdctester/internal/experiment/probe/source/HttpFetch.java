// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Http;
import io.github.cdctester.internal.time.Deadline;
import io.github.cdctester.internal.usage.NoReading;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Queries an HTTP endpoint, with limits for time and size. */
final class HttpFetch {

    /** Enough for several hundred thousand lines of metrics. */
    private static final int MAX_BYTES = 16_000_000;

    private static final int HTTP_OK = 200;

    private final HttpClient client;
    private final HttpRequest request;
    private final Duration timeout;

    /** The query is left out, because it may contain a secret. */
    private final String displayedAddress;

    HttpFetch(HttpClient client, Http http, String accepted, Duration timeout) {
        this.client = client;
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(http.uri()).header("Accept", accepted).timeout(timeout);
        http.headers().forEach((name, value) -> builder.setHeader(name, value.reveal()));
        request = builder.build();
        displayedAddress = http.uri().toString().replaceFirst("\\?.*", "?…");
        this.timeout = timeout;
    }

    /** The client's threads end when it is no longer referenced. */
    static HttpClient client(HttpClient.Redirect redirects) {
        return HttpClient.newBuilder()
                .followRedirects(redirects)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    String text() throws NoReading, InterruptedException {
        long startNanos = System.nanoTime();
        try {
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != HTTP_OK) {
                    throw NoReading.unavailable(
                            "status " + response.statusCode(),
                            displayedAddress + " answers with status " + response.statusCode());
                }
                return text(body, timeout.minusNanos(System.nanoTime() - startNanos));
            }
        } catch (HttpTimeoutException e) {
            throw timeoutFailure();
        } catch (ConnectException e) {
            throw NoReading.unavailable("connect", displayedAddress + " cannot be connected to");
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            String type = e.getClass().getSimpleName();
            throw NoReading.unavailable(type, displayedAddress + ": " + type + " " + e.getMessage());
        }
    }

    /** The request's timeout covers only the header, so the body has its own time limit. */
    private String text(InputStream body, Duration remainingTime) throws NoReading, IOException {
        try (Deadline deadline = Deadline.closeAfter(remainingTime, body)) {
            byte[] bytes;
            try {
                bytes = body.readNBytes(MAX_BYTES + 1);
            } catch (IOException e) {
                if (deadline.isExpired()) {
                    throw timeoutFailure();
                }
                throw e;
            }
            if (bytes.length > MAX_BYTES) {
                throw NoReading.unavailable(
                        "long", displayedAddress + ": the answer is longer than " + MAX_BYTES / 1_000_000 + " MB");
            }
            if (deadline.isExpired()) {
                throw timeoutFailure(); // a response that the deadline has closed may look complete
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private NoReading timeoutFailure() {
        return NoReading.unavailable(
                "late", displayedAddress + " has not answered within " + timeout.toMillis() + " ms");
    }
}
