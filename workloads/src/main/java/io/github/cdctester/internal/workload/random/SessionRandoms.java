// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Random numbers of sessions, all derived from one seed. They depend on the worker and the count of its sessions, not on the
 * process or the order of connections. Thread-safe.
 */
public final class SessionRandoms {

    private static final long WORKER_FACTOR = 0x9E3779B97F4A7C15L;
    private static final long SESSION_FACTOR = 0xD1B54A32D192ED03L;

    private final long seed;
    private final Map<Integer, Long> sessionNumbers = new ConcurrentHashMap<>();

    /** All processes that write must use the same seed. */
    public SessionRandoms(long seed) {
        this.seed = seed;
    }

    /** Avoids repeated numbers after workers ran in another process. {@code takeover} counts the takeovers of these workers, from 1. */
    public void takeOver(int firstWorker, int workers, int takeover) {
        for (int worker = firstWorker; worker < firstWorker + workers; worker++) {
            sessionNumbers.put(worker, (long) takeover << Integer.SIZE);
        }
    }

    /** Returns the same numbers in each call and in all processes. */
    public SplittableRandom sharedRandom() {
        return new SplittableRandom(seed).split();
    }

    /** Returns a generator for one thread. {@code worker} is from 0. */
    public SplittableRandom nextSessionRandom(int worker) {
        long session = sessionNumbers.merge(worker, 1L, Long::sum);
        return new SplittableRandom(seed + (worker + 1) * WORKER_FACTOR + session * SESSION_FACTOR).split();
    }
}
