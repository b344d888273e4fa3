// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.Arrays;

/** Transactions with the same kinds of events and the same size, one after the other: counted once for all of them. */
final class AlikeTransactions {

    private byte[] kinds = new byte[64];
    private int events;
    private long bytes;
    private long transactions;

    /** Others follow, of which {@link #add} tells; the last ones have been settled. */
    void begin(byte[] types, int count, long bytesEach) {
        if (count > kinds.length) {
            kinds = Arrays.copyOf(types, count);
        } else {
            System.arraycopy(types, 0, kinds, 0, count);
        }
        events = count;
        bytes = bytesEach;
    }

    void add() {
        transactions++;
    }

    /** Adds what they come to. */
    void settle(long[] totals) {
        if (transactions == 0) {
            return;
        }
        for (int i = 0; i < events; i++) {
            totals[StreamCounts.KINDS + (kinds[i] & 0xFF)] += transactions;
        }
        totals[StreamCounts.BYTES] += transactions * bytes;
        totals[StreamCounts.BYTES_READ] += transactions * bytes;
        totals[StreamCounts.EVENTS] += transactions * events;
        transactions = 0;
    }
}
