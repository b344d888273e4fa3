// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Commits of one GTID source: GTID numbers in ascending order or, if consumers are judged, one worker's commits in order. See
 * {@link CommitSink#onCommit} for {@code high}, {@code low} and {@code tag}.
 *
 * @param steps the first GTID number, then differences between successive numbers. With times and stamps, an entry has four
 *     values: the differences of GTID number, stamp and time, then the number of stamped rows (0 for a commit, {@link #UNKNOWN}
 *     for an unknown outcome)
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Commits(long high, long low, String tag, boolean hasTimesAndStamps, long[] steps) {

    static final int ENTRY_LENGTH = 4;

    static final long UNKNOWN = -1;

    public Commits {
        if (hasTimesAndStamps && steps.length % ENTRY_LENGTH != 0) {
            throw new IllegalArgumentException("commits of " + steps.length + " numbers");
        }
    }

    /** {@code numbers} may be in any order. */
    public static Commits of(long high, long low, String tag, long[] numbers) {
        long[] steps = numbers.clone();
        Arrays.sort(steps);
        for (int i = steps.length - 1; i > 0; i--) {
            steps[i] -= steps[i - 1];
        }
        return new Commits(high, low, tag, false, steps);
    }

    /**
     * {@code remoteCommits} is null if only GTIDs are needed; {@code aheadMicros} is the node's time of day minus this
     * machine's.
     */
    public void reportTo(CommitSink gtids, @Nullable RemoteCommits remoteCommits, long aheadMicros) {
        long number = 0;
        long sequence = 0;
        long micros = -aheadMicros;
        for (int entry = 0; entry < steps.length; entry += hasTimesAndStamps ? ENTRY_LENGTH : 1) {
            number += steps[entry];
            long rows = hasTimesAndStamps ? steps[entry + 3] : 0;
            if (rows == 0) {
                gtids.onCommit(high, low, tag, number);
            }
            if (hasTimesAndStamps && remoteCommits != null) {
                sequence += steps[entry + 1];
                micros += steps[entry + 2];
                if (rows == 0) {
                    remoteCommits.committed(high, low, tag, number, micros);
                } else if (rows == UNKNOWN) {
                    remoteCommits.unknown(sequence);
                } else {
                    remoteCommits.stamped(high, low, tag, number, sequence, rows, micros);
                }
            }
        }
    }
}
