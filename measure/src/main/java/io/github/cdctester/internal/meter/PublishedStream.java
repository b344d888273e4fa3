// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The last published values of a meter. One thread writes and never waits; any number of threads read. A sequence number is odd
 * during a write (a seqlock); readers retry until they have a consistent state.
 */
final class PublishedStream {

    private static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(PublishedStream.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // accessed through SEQUENCE
    private long sequence;

    private final long[] totals = new long[StreamCounts.SIZE];
    private String file = "";
    private long offset;
    private long lastTransactionMicros;
    private long lastHeartbeat = -1;
    private long @Nullable [] windowTotals;
    private @Nullable LogPosition windowFrom;

    long[] beginWrite() {
        SEQUENCE.setOpaque(this, (long) SEQUENCE.getOpaque(this) + 1);
        VarHandle.storeStoreFence();
        return totals;
    }

    /** {@code totalsAtWindow} must not change afterwards. */
    void endWrite(
            String toFile,
            long toOffset,
            long transactionMicros,
            long heartbeatNumber,
            long @Nullable [] totalsAtWindow,
            @Nullable LogPosition startOfWindow) {
        file = toFile;
        offset = toOffset;
        lastTransactionMicros = transactionMicros;
        lastHeartbeat = heartbeatNumber;
        windowTotals = totalsAtWindow;
        windowFrom = startOfWindow;
        SEQUENCE.setRelease(this, (long) SEQUENCE.getOpaque(this) + 1);
    }

    StreamSnapshot snapshot() {
        while (true) {
            long sequenceBefore = (long) SEQUENCE.getAcquire(this);
            if ((sequenceBefore & 1) == 0) {
                long[] window = windowTotals;
                StreamSnapshot snapshot = new StreamSnapshot(
                        new StreamCounts(totals.clone()),
                        new LogPosition(file, offset),
                        window == null ? null : new StreamCounts(window),
                        windowFrom,
                        lastTransactionMicros,
                        0,
                        lastHeartbeat);
                if (isUnchanged(sequenceBefore)) {
                    return snapshot;
                }
            }
            Thread.onSpinWait();
        }
    }

    private boolean isUnchanged(long sequenceBefore) {
        VarHandle.loadLoadFence();
        return (long) SEQUENCE.getOpaque(this) == sequenceBefore;
    }
}
