// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Commits of one GTID source; see {@link CommitSink#onCommit} for {@code high}, {@code low} and {@code tag}. Contains either GTID
 * numbers in ascending order or, if consumers are judged, commits of one worker in commit order, with times and stamps.
 *
 * @param hasTimesAndStamps whether the commits have times and stamps
 * @param steps the first GTID number, then differences between successive numbers. If {@code hasTimesAndStamps} is true, four
 *     values per entry: the differences of GTID number, stamp number and time, then the number of stamped rows (0 for a commit,
 *     {@link #UNKNOWN} for an unknown outcome)
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Commits(long high, long low, String tag, boolean hasTimesAndStamps, long[] steps) {

    static final int ENTRY_LENGTH = 4;

    static final long UNKNOWN = -1;

    /** Rejects steps that end with an incomplete entry. */
    public Commits {
        if (hasTimesAndStamps && steps.length % ENTRY_LENGTH != 0) {
            throw new IllegalArgumentException("commits of " + steps.length + " numbers");
        }
    }

    /** Packs GTID numbers, which may be in any order. */
    public static Commits of(long high, long low, String tag, long[] numbers) {
        long[] steps = numbers.clone();
        Arrays.sort(steps);
        for (int i = steps.length - 1; i > 0; i--) {
            steps[i] -= steps[i - 1];
        }
        return new Commits(high, low, tag, false, steps);
    }

    /**
     * Passes all commits to the sinks.
     *
     * @param gtids receives each commit
     * @param remoteCommits receives each commit with time and stamp; {@code null} if only GTIDs are needed
     * @param aheadMicros the node's time of day minus this machine's, in µs
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
