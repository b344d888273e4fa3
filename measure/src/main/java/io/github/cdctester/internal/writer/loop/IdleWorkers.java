// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The workers of an event loop that run no transaction. A connection that was idle for long is tested before its next
 * transaction is due, so that the test does not add to the latency. Guarded by the loop's monitor.
 */
final class IdleWorkers {

    /** Outdated tests first, then in the order in which the workers became idle. */
    private final ArrayDeque<LoopWorker> untested = new ArrayDeque<>();

    /** Recently tested or opened connections, oldest first. */
    private final ArrayDeque<LoopWorker> tested = new ArrayDeque<>();

    private int testingCount;

    /** Not in {@link #testingCount}, so that other workers are also tested. */
    private int connectingCount;

    void add(LoopWorker worker) {
        untested.add(worker);
    }

    void addTested(LoopWorker worker) {
        testingCount--;
        tested.add(worker);
    }

    void testFailed() {
        testingCount--;
        connectingCount++;
    }

    void addConnected(LoopWorker worker) {
        connectingCount = Math.max(0, connectingCount - 1); // initial connections were not counted here
        tested.add(worker);
    }

    int size() {
        return untested.size() + tested.size();
    }

    /** Prefers tested workers. Returns {@code null} if there is no worker. */
    @Nullable
    LoopWorker poll() {
        LoopWorker worker = tested.poll();
        return worker == null ? untested.poll() : worker;
    }

    boolean hasReady(long atNanos) {
        moveOutdated(atNanos);
        LoopWorker oldest = untested.peek();
        return !tested.isEmpty() || oldest != null && oldest.link().isReady(atNanos);
    }

    /** A test becomes outdated, for example during a pause. */
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
