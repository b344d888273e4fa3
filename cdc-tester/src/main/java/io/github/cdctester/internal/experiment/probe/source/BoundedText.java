// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** An answer's text, of which no more than so much is taken. */
final class BoundedText implements BodySubscriber<String> {

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
