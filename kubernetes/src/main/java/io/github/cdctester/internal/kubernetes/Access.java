// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tracks refusals (HTTP 401, 403) of a repeated request. A refusal after an allowed request can be temporary, for example while
 * a token is renewed.
 */
final class Access {

    private static final long MAX_REFUSED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final NanoClock clock;
    private boolean wasAllowed;
    private boolean isRefused;
    private long refusedSinceNanos;
    private @Nullable KubernetesClientException lastRefusal;

    Access(NanoClock clock) {
        this.clock = clock;
    }

    synchronized void recordAllowed() {
        wasAllowed = true;
        isRefused = false;
    }

    /** Returns true for the first refusal since the last allowed request. */
    synchronized boolean recordRefusal(KubernetesClientException refusal) {
        lastRefusal = refusal;
        if (isRefused) {
            return false;
        }
        isRefused = true;
        refusedSinceNanos = clock.nanoTime();
        return true;
    }

    synchronized void failIfEverRefused() {
        if (lastRefusal != null) {
            throw lastRefusal;
        }
    }

    /** Throws the last refusal if no request was allowed so far, or none in the last 30 s. */
    synchronized void failIfRefused() {
        if (isRefused && !(wasAllowed && clock.nanoTime() - refusedSinceNanos <= MAX_REFUSED_NANOS)) {
            failIfEverRefused();
        }
    }
}
