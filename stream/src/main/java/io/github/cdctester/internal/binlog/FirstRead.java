// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The first read of a stream. The reader's thread reports it, and the thread that starts the stream waits for it. */
final class FirstRead {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CountDownLatch end = new CountDownLatch(1);
    private volatile long readsBeforeStart;

    /** Reports a read of the log before the start. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    void onReadBeforeStart() {
        readsBeforeStart++;
    }

    /** Reports that the first bytes have arrived or that the reader's thread has ended. */
    void complete() {
        end.countDown();
    }

    boolean isComplete() {
        return end.getCount() == 0;
    }

    /** Waits for {@link #complete}. Returns false if nothing is read for the timeout, or if the watch stops the start. */
    boolean await(Duration timeout, StartWatch watch) throws InterruptedException {
        long knownReads = 0;
        long silentNanos = 0;
        while (!end.await(POLL_NANOS, TimeUnit.NANOSECONDS)) {
            long reads = readsBeforeStart;
            if (knownReads == 0 && reads > 0) {
                watch.onReadBeforeStart();
            }
            silentNanos = reads == knownReads ? silentNanos + POLL_NANOS : 0;
            knownReads = reads;
            if (watch.isStopped() || silentNanos >= timeout.toNanos()) {
                return false;
            }
        }
        return true;
    }
}
