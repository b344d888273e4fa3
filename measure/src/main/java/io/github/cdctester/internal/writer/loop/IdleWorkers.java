// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The workers of an event loop that run no transaction, used in turn, tested workers first. A connection that was idle for long
 * is tested before its next transaction is due, so that the test does not add to the latency. Guarded by the loop's monitor.
 */
final class IdleWorkers {

    /** Workers without a recent test: outdated tests first, then in the order in which they became idle. */
    private final ArrayDeque<LoopWorker> untested = new ArrayDeque<>();

    /** Workers whose connections were recently tested or opened, oldest first. */
    private final ArrayDeque<LoopWorker> tested = new ArrayDeque<>();

    /** Number of connections that wait for the response to a ping. */
    private int testingCount;

    /** Number of connections that are being replaced. They are not in {@link #testingCount}, so other workers are also tested. */
    private int connectingCount;

    void add(LoopWorker worker) {
        untested.add(worker);
    }

    /** Adds a worker after a successful test. */
    void addTested(LoopWorker worker) {
        testingCount--;
        tested.add(worker);
    }

    /** Reports a failed test: the connection is being replaced. */
    void testFailed() {
        testingCount--;
        connectingCount++;
    }

    /** Adds a worker with a new connection. */
    void addConnected(LoopWorker worker) {
        connectingCount = Math.max(0, connectingCount - 1); // initial connections were not counted here
        tested.add(worker);
    }

    int size() {
        return untested.size() + tested.size();
    }

    /** Removes and returns the next worker, preferably a tested worker. Returns {@code null} if there is none. */
    @Nullable
    LoopWorker poll() {
        LoopWorker worker = tested.poll();
        return worker == null ? untested.poll() : worker;
    }

    /** Returns true if a worker can start at a given time without a connection test. */
    boolean hasReady(long atNanos) {
        moveOutdated(atNanos);
        LoopWorker oldest = untested.peek();
        return !tested.isEmpty() || oldest != null && oldest.link().isReady(atNanos);
    }

    /** Moves workers whose test was long ago, for example before a pause, to the untested workers. */
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
                && tested.size() + testingCount < starts
                && !oldest.link().isReady(atNanos)) {
            if (oldest.link().connectionOrNull() != null) {
                testingCount++;
            } else if (connectingCount < starts) {
                connectingCount++;
            } else {
                return;
            }
            untested.remove().test();
            oldest = untested.peek();
        }
    }
}
