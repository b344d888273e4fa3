// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.Set;

/** Determines when the workload's transactions start. */
public sealed interface LoadSpec {

    /** Maximum number of workers; each has one connection and one thread. */
    int MAX_THREADS = 10_000;

    /** Returns the number of workers, each with one connection. */
    int threads();

    /**
     * Creates a closed loop: each worker starts its next transaction when the previous one has ended.
     *
     * @param threads workers, 1 to {@value #MAX_THREADS}
     */
    static LoadSpec closedLoop(int threads) {
        return new ClosedLoop(threads);
    }

    /**
     * Creates an open loop: transactions are due at a given rate, even if the server stalls. Latency counts from the
     * <em>intended</em> start, so that a stall is visible in the latency (no coordinated omission).
     *
     * @param threads workers, 1 to {@value #MAX_THREADS}
     */
    static LoadSpec openLoop(int threads, Rate rate) {
        return openLoop(threads, rate, Defaults.ARRIVALS);
    }

    /**
     * Creates an open loop with a selected spacing of starts.
     *
     * @param threads workers, 1 to {@value #MAX_THREADS}
     */
    static LoadSpec openLoop(int threads, Rate rate, Arrivals arrivals) {
        return new OpenLoop(threads, rate, arrivals);
    }

    /** A closed loop; see {@link #closedLoop(int)}. */
    record ClosedLoop(int threads) implements LoadSpec {
        public ClosedLoop {
            checkThreads(threads);
        }
    }

    /** An open loop; see {@link #openLoop(int, Rate, Arrivals)}. */
    record OpenLoop(int threads, Rate rate, Arrivals arrivals) implements LoadSpec {
        public OpenLoop {
            checkThreads(threads);
        }
    }

    /**
     * The SQL errors after which a transaction is retried instead of ending the run, like sysbench's {@code
     * --mysql-ignore-errors}.
     *
     * @param codes error codes of the server; ignored if {@code all} is true
     */
    record IgnoredErrors(boolean all, Set<Integer> codes) {

        /** Deadlock (1213), changed record (1020) and lock wait timeout (1205), like in sysbench. */
        public static final IgnoredErrors DEFAULT = new IgnoredErrors(false, Defaults.IGNORED_ERRORS);

        public IgnoredErrors {
            codes = Set.copyOf(codes);
        }

        /** Returns true if a transaction is retried after this error code. */
        public boolean contains(int code) {
            return all || codes.contains(code);
        }
    }

    private static void checkThreads(int threads) {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new InvalidPlanException("threads", threads, "a whole number from 1 to " + MAX_THREADS);
        }
    }

    /** Spacing of the starts of an open loop. */
    enum Arrivals {
        /** Evenly spaced: the n-th start is due when the integral of the rate reaches n. */
        CONSTANT,

        /**
         * A Poisson process: the gaps between starts are independent and exponentially distributed, like in sysbench. Starts
         * occur in bursts, like requests of many users.
         */
        POISSON
    }
}
