// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.Arrays;

/**
 * GTIDs of one source.
 *
 * @param high as in {@link CommitSink#committed}
 * @param low likewise
 * @param tag likewise
 * @param steps the first number, then how much higher each next one is: small where numbers are close, which makes them short
 */
@SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
public record Commits(long high, long low, String tag, long[] steps) {

    /**
     * Takes numbers.
     *
     * @param high as in {@link CommitSink#committed}
     * @param low likewise
     * @param tag likewise
     * @param numbers in any order
     * @return the same to be sent
     */
    public static Commits of(long high, long low, String tag, long[] numbers) {
        long[] steps = numbers.clone();
        Arrays.sort(steps);
        for (int i = steps.length - 1; i > 0; i--) {
            steps[i] -= steps[i - 1];
        }
        return new Commits(high, low, tag, steps);
    }

    /**
     * Hands them on.
     *
     * @param sink is told each, in ascending order
     */
    public void tell(CommitSink sink) {
        long number = 0;
        for (long step : steps) {
            number += step;
            sink.committed(high, low, tag, number);
        }
    }
}
