// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Refusals (401, 403) of a request that is repeated. A refusal after an allowed request may be temporary: a token is renewed, or the API
 * server has just started and does not know the Roles yet.
 */
final class Access {

    private static final long MAX_REFUSED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final NanoClock clock;
    private boolean wasAllowed;
    private boolean isRefused;
    private long refusedNanos;
    private @Nullable KubernetesClientException lastRefusal;

    Access(NanoClock clock) {
        this.clock = clock;
    }

    synchronized void allow() {
        wasAllowed = true;
        isRefused = false;
    }

    /** Returns true for the first refusal since the last allowed request. */
    synchronized boolean refuse(KubernetesClientException refusal) {
        lastRefusal = refusal;
        if (isRefused) {
            return false;
        }
        isRefused = true;
        refusedNanos = clock.nanoTime();
        return true;
    }

    /** Fails if a request was ever refused. */
    synchronized void failIfEverRefused() {
        if (lastRefusal != null) {
            throw lastRefusal;
        }
    }

    /** Fails if all requests were refused, or all requests of the last 30 s. */
    synchronized void failIfRefused() {
        if (isRefused && !(wasAllowed && clock.nanoTime() - refusedNanos <= MAX_REFUSED_NANOS)) {
            failIfEverRefused();
        }
    }
}
