// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** GTIDs of commits that have not been sent yet. For any thread. */
public final class CommitBuffer implements CommitSink {

    private record Source(long high, long low, String tag) {}

    private Map<Source, LongStream.Builder> sources = new HashMap<>();

    @Override
    public synchronized void committed(long high, long low, String tag, long number) {
        sources.computeIfAbsent(new Source(high, low, tag), any -> LongStream.builder())
                .add(number);
    }

    /** Removes and returns the commits since the last call, by source. */
    public List<GtidBatch> drain() {
        Map<Source, LongStream.Builder> taken;
        synchronized (this) {
            taken = sources;
            sources = new HashMap<>();
        }
        return taken.entrySet().stream()
                .map(one -> GtidBatch.of(
                        one.getKey().high(),
                        one.getKey().low(),
                        one.getKey().tag(),
                        one.getValue().build().toArray()))
                .toList();
    }
}
