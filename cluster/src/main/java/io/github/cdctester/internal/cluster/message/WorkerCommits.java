// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.Arrays;

/**
 * What one worker has committed in one source, in order, with times and stamps: for those who judge consumers by each commit.
 *
 * @param steps of each entry the steps of number, stamp and time from the entry before, and the rows: none of a commit, those with
 *     the stamp of one that was told before, or {@link #UNKNOWN}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WorkerCommits(long high, long low, String tag, long[] steps) {

    private static final int ENTRY = 4;

    private static final long UNKNOWN = -1;

    /**
     * Tells who judges consumers of everything, and {@code gtids} of each commit.
     *
     * @param aheadMicros how far the node's time of day is ahead
     */
    public void tell(CommitSink gtids, RemoteCommits judged, long aheadMicros) {
        long number = 0;
        long sequence = 0;
        long micros = -aheadMicros;
        for (int at = 0; at < steps.length; at += ENTRY) {
            number += steps[at];
            sequence += steps[at + 1];
            micros += steps[at + 2];
            long rows = steps[at + 3];
            if (rows == 0) {
                gtids.committed(high, low, tag, number);
                judged.committed(high, low, tag, number, micros);
            } else if (rows == UNKNOWN) {
                judged.unknown(sequence);
            } else {
                judged.stamped(high, low, tag, number, sequence, rows, micros);
            }
        }
    }

    /** The entries of one worker since they were last taken; guarded by the buffer. */
    static final class Lane {
        private long high;
        private long low;
        private String tag = "";
        private long number;
        private boolean isStamped;
        private long lastNumber;
        private long lastSequence;
        private long lastMicros;
        private long[] steps = new long[64 * ENTRY];
        private int length;

        boolean isOf(long ofHigh, long ofLow, String ofTag) {
            return high == ofHigh && low == ofLow && tag.equals(ofTag);
        }

        void source(long ofHigh, long ofLow, String ofTag) {
            high = ofHigh;
            low = ofLow;
            tag = ofTag;
        }

        void committed(long of, long micros) {
            number = of;
            isStamped = false;
            add(of, lastSequence, micros, 0);
        }

        /** Stamps the commit before, unless that has one. */
        void stamped(long sequence, long rows, long micros) {
            add(isStamped ? 0 : number, sequence, micros, rows);
            isStamped = true;
        }

        void unknown(long sequence) {
            add(lastNumber, sequence, lastMicros, UNKNOWN);
        }

        private void add(long of, long sequence, long micros, long rows) {
            if (length == steps.length) {
                steps = Arrays.copyOf(steps, 2 * length);
            }
            steps[length] = of - lastNumber;
            steps[length + 1] = sequence - lastSequence;
            steps[length + 2] = micros - lastMicros;
            steps[length + 3] = rows;
            length += ENTRY;
            lastNumber = of;
            lastSequence = sequence;
            lastMicros = micros;
        }

        boolean isEmpty() {
            return length == 0;
        }

        WorkerCommits take() {
            WorkerCommits taken = new WorkerCommits(high, low, tag, Arrays.copyOf(steps, length));
            length = 0;
            lastNumber = 0;
            lastSequence = 0;
            lastMicros = 0;
            return taken;
        }
    }
}
