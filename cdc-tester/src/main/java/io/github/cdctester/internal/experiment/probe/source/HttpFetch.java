// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks an HTTP endpoint, which may take only so long, and answer only so much. */
final class HttpFetch {

    /** Some hundred thousand lines of metrics. */
    private static final int MOST_BYTES = 16_000_000;

    private static final int OK = 200;

    private final HttpClient client;
    private final HttpRequest request;
    private final Duration patience;

    HttpFetch(HttpClient client, URI uri, String accepted, Duration patience) {
        this.client = client;
        request = HttpRequest.newBuilder(uri)
                .header("Accept", accepted)
                .timeout(patience)
                .build();
        this.patience = patience;
    }

    /** For all probes of a run. Its threads end when nobody has it any more. */
    static HttpClient client() {
        return HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    String text() throws NoReading, InterruptedException {
        // the request's own timeout ends with its head: the body may trickle on
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request, head -> new BoundedText(MOST_BYTES));
        try {
            HttpResponse<String> response = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != OK) {
                throw NoReading.away(
                        "status " + response.statusCode(),
                        request.uri() + " answers with status " + response.statusCode());
            }
            return response.body();
        } catch (TimeoutException e) {
            throw late();
        } catch (ExecutionException e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private NoReading late() {
        return NoReading.away("late", request.uri() + " has not answered within " + patience.toMillis() + " ms");
    }

    private NoReading failure(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof HttpTimeoutException) {
            return late();
        }
        if (cause instanceof BoundedText.TooLong) {
            return NoReading.away("long", request.uri() + ": " + cause.getMessage());
        }
        if (cause instanceof ConnectException) {
            return NoReading.away("connect", request.uri() + " cannot be connected to");
        }
        return NoReading.away(
                cause.getClass().getSimpleName(),
                request.uri() + ": " + cause.getClass().getSimpleName() + " " + cause.getMessage());
    }

    /** An answer's text, of which no more than so much is taken. */
    private static final class BoundedText implements BodySubscriber<String> {

        /** There is more than that. */
        static final class TooLong extends IOException {
            private static final long serialVersionUID = 1L;

            TooLong(int mostBytes) {
                super("the answer is longer than " + mostBytes / 1_000_000 + " MB");
            }
        }

        private final int mostBytes;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<String> text = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;

        BoundedText(int mostBytes) {
            this.mostBytes = mostBytes;
        }

        @Override
        public CompletionStage<String> getBody() {
            return text;
        }

        @Override
        public void onSubscribe(Flow.Subscription from) {
            subscription = from;
            from.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> pieces) {
            for (ByteBuffer piece : pieces) {
                byte[] some = new byte[piece.remaining()];
                piece.get(some);
                if (bytes.size() + some.length > mostBytes) {
                    Flow.Subscription from = subscription;
                    if (from != null) {
                        from.cancel();
                    }
                    text.completeExceptionally(new TooLong(mostBytes));
                    return;
                }
                bytes.writeBytes(some);
            }
        }

        @Override
        public void onError(Throwable failure) {
            text.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            text.complete(bytes.toString(StandardCharsets.UTF_8));
        }
    }
}
