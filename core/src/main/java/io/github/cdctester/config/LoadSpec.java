// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.Set;

/** How the workload's transactions are started. */
public sealed interface LoadSpec {

    /** The highest number of workers: each has a connection and its own thread. */
    int MAX_THREADS = 10_000;

    /** The number of workers, each with one connection. */
    int threads();

    /**
     * A closed loop: each worker starts its next transaction when the last one has ended.
     *
     * @param threads workers, 1 to {@value #MAX_THREADS}
     */
    static LoadSpec closedLoop(int threads) {
        return new ClosedLoop(threads);
    }

    /**
     * An open loop: transactions start at a given rate, even if the server stalls. Latency counts from the
     * <em>intended</em> start, so that a stall is visible (no coordinated omission).
     *
     * @param threads workers, 1 to {@value #MAX_THREADS}
     */
    static LoadSpec openLoop(int threads, Rate rate) {
        return openLoop(threads, rate, Defaults.ARRIVALS);
    }

    /**
     * An open loop with a choice of how its starts are spread.
     *
     * @param threads workers, 1 to {@value #MAX_THREADS}
     */
    static LoadSpec openLoop(int threads, Rate rate, Arrivals arrivals) {
        return new OpenLoop(threads, rate, arrivals);
    }

    /**
     * See {@link #closedLoop(int)}.
     */
    record ClosedLoop(int threads) implements LoadSpec {
        public ClosedLoop {
            checkThreads(threads);
        }
    }

    /**
     * See {@link #openLoop(int, Rate, Arrivals)}.
     */
    record OpenLoop(int threads, Rate rate, Arrivals arrivals) implements LoadSpec {
        public OpenLoop {
            checkThreads(threads);
        }
    }

    /**
     * Which SQL errors restart a transaction rather than end the run: sysbench's {@code --mysql-ignore-errors}.
     *
     * @param codes the server's error codes; ignored if {@code all} is set
     */
    record IgnoredErrors(boolean all, Set<Integer> codes) {

        /** Deadlock, lock wait timeout and 1020, as in sysbench. */
        public static final IgnoredErrors DEFAULT = new IgnoredErrors(false, Defaults.IGNORED_ERRORS);

        public IgnoredErrors {
            codes = Set.copyOf(codes);
        }

        /** Decides about one error. */
        public boolean contains(int code) {
            return all || codes.contains(code);
        }
    }

    private static void checkThreads(int threads) {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new InvalidPlanException("threads", threads, "a whole number from 1 to " + MAX_THREADS);
        }
    }

    /** How the starts of an open loop are spread around its rate. */
    enum Arrivals {
        /** Evenly spaced: the n-th start comes when the rate has added up to n. */
        CONSTANT,

        /**
         * A Poisson process: the gaps are independent and exponentially distributed around the mean of the rate, like sysbench's.
         * Starts come in bursts, like the requests of many users.
         */
        POISSON
    }
}
