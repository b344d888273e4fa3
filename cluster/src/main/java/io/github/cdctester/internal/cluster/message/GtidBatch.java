// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.Arrays;

/** GTIDs of one source, which {@code high}, {@code low} and {@code tag} name as in {@link CommitSink#committed}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GtidBatch(long high, long low, String tag, long[] steps) {

    /** Packs numbers in any order. */
    public static GtidBatch of(long high, long low, String tag, long[] numbers) {
        long[] steps = numbers.clone();
        Arrays.sort(steps);
        for (int i = steps.length - 1; i > 0; i--) {
            steps[i] -= steps[i - 1];
        }
        return new GtidBatch(high, low, tag, steps);
    }

    /** Unpacks the numbers, in ascending order. */
    public void forEach(CommitSink sink) {
        long number = 0;
        for (long step : steps) {
            number += step;
            sink.committed(high, low, tag, number);
        }
    }
}
