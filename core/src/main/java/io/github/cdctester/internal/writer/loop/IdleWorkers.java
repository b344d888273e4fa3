// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The workers of an event loop that have no transaction. All are used in turn. A connection that was idle for long is
 * tested before it is used; tests run ahead of the schedule, so that they do not add to the latency. Guarded by the
 * loop.
 */
final class IdleWorkers {

    /** Workers in the order in which they became idle. */
    private final ArrayDeque<LoopWorker> untested = new ArrayDeque<>();

    /** Workers whose connections were tested or opened a moment ago, in this order. */
    private final ArrayDeque<LoopWorker> tested = new ArrayDeque<>();

    /** Number of connections whose response to a ping is awaited. */
    private int testing;

    /** Number of connections that are being replaced. They do not delay the tests of others. */
    private int connecting;

    void add(LoopWorker worker) {
        untested.add(worker);
    }

    /** Adds a worker after a successful test. */
    void addTested(LoopWorker worker) {
        testing--;
        tested.add(worker);
    }

    /** Reports a failed test: the connection is being replaced. */
    void testFailed() {
        testing--;
        connecting++;
    }

    /** Adds a worker with a new connection. */
    void addConnected(LoopWorker worker) {
        connecting = Math.max(0, connecting - 1); // the first connections were not requested here
        tested.add(worker);
    }

    int size() {
        return untested.size() + tested.size();
    }

    /** Removes the next worker, a tested one if there is one; returns {@code null} if there is none. */
    @Nullable
    LoopWorker poll() {
        LoopWorker worker = tested.poll();
        return worker == null ? untested.poll() : worker;
    }

    /** Returns true if a worker's connection needs no test at a time. */
    boolean hasReady(long atNanos) {
        moveOutdated(atNanos);
        LoopWorker oldest = untested.peek();
        return !tested.isEmpty() || oldest != null && oldest.link().isReady(atNanos);
    }

    /** Moves workers whose test was long ago, for example before a pause, to the untested ones. */
    private void moveOutdated(long atNanos) {
        for (LoopWorker first = tested.peek(); first != null && !first.link().isReady(atNanos); first = tested.peek()) {
            untested.addFirst(tested.remove());
        }
    }

    /** Tests connections that were idle for long, until enough workers are ready for the next starts. */
    void test(long starts, long atNanos) {
        moveOutdated(atNanos);
        LoopWorker oldest = untested.peek();
        while (oldest != null
                && tested.size() + testing < starts
                && !oldest.link().isReady(atNanos)) {
            if (oldest.link().connectionOrNull() != null) {
                testing++;
            } else if (connecting < starts) {
                connecting++;
            } else {
                return;
            }
            untested.remove().test();
            oldest = untested.peek();
        }
    }
}
