// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Map;
import java.util.TreeMap;

/** Counts compressed transactions. The open transaction is counted separately until it ends. For one writing thread. */
final class PayloadTally {

    private static final int TRANSACTIONS = 0;
    private static final int WIRE_BYTES = 1;
    private static final int INFLATED_BYTES = 2;
    private static final int KINDS = 3;
    private static final int SIZE = KINDS + EventKind.TYPE_COUNT;

    private final long[] settledCounts = new long[SIZE];
    private final long[] inFlight = new long[SIZE];
    private final long[] beforeWindow = new long[SIZE];
    private boolean hasTransaction;

    void payload(long wireBytes, long inflatedBytes) {
        hasTransaction = true;
        inFlight[TRANSACTIONS]++;
        inFlight[WIRE_BYTES] += wireBytes;
        inFlight[INFLATED_BYTES] += inflatedBytes;
    }

    void innerEvent(int type) {
        inFlight[KINDS + type]++;
    }

    /** Most transactions are not compressed and need no further steps. */
    boolean hasTransactionInFlight() {
        return hasTransaction;
    }

    void settle() {
        endTransaction(true);
    }

    void discard() {
        endTransaction(false);
    }

    void openWindow() {
        System.arraycopy(settledCounts, 0, beforeWindow, 0, SIZE);
    }

    /** Exact only after the writing thread has ended. */
    PayloadCounts countsSinceWindow() {
        Map<String, Long> kinds = new TreeMap<>();
        for (int type = 0; type < EventKind.TYPE_COUNT; type++) {
            long count = count(KINDS + type);
            if (count != 0) {
                kinds.put(EventKind.name(type), count);
            }
        }
        return new PayloadCounts(count(TRANSACTIONS), count(WIRE_BYTES), count(INFLATED_BYTES), kinds);
    }

    private long count(int index) {
        return settledCounts[index] - beforeWindow[index];
    }

    private void endTransaction(boolean isComplete) {
        hasTransaction = false;
        for (int i = 0; i < SIZE; i++) {
            settledCounts[i] += isComplete ? inFlight[i] : 0;
            inFlight[i] = 0;
        }
    }
}
