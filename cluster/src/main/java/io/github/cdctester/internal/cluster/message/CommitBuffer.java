// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** GTIDs of commits that have not been sent yet. For any thread. */
public final class CommitBuffer implements CommitSink {

    private record Source(long high, long low, String tag) {}

    private static final class Numbers {
        private long[] values = new long[256];
        private int count;

        void add(long number) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = number;
        }
    }

    private Map<Source, Numbers> sources = new HashMap<>();

    @Override
    public synchronized void committed(long high, long low, String tag, long number) {
        sources.computeIfAbsent(new Source(high, low, tag), any -> new Numbers())
                .add(number);
    }

    /** Removes and returns the commits since the last call, by source. */
    public List<GtidBatch> drain() {
        Map<Source, Numbers> taken;
        synchronized (this) {
            taken = sources;
            sources = new HashMap<>();
        }
        List<GtidBatch> commits = new ArrayList<>();
        taken.forEach((source, numbers) -> commits.add(
                GtidBatch.of(source.high(), source.low(), source.tag(), Arrays.copyOf(numbers.values, numbers.count))));
        return commits;
    }
}
