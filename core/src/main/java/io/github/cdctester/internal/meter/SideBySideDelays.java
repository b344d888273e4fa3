// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.BinlogSink;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Delays of the same transactions by several sources of commit times; those of heartbeats are of the heartbeats. */
final class SideBySideDelays {

    private final @Nullable DurationBatch byTimestamp;
    private final @Nullable DurationBatch byHeader;
    private final @Nullable DurationBatch ofHeartbeats;

    SideBySideDelays(Set<DelaySource> sources) {
        byTimestamp = recorder(sources, DelaySource.COMMIT_TIMESTAMP);
        byHeader = recorder(sources, DelaySource.EVENT_HEADER);
        ofHeartbeats = recorder(sources, DelaySource.HEARTBEAT);
    }

    void transaction(long timestampMicros, long headerMicros, long arrivalMicros) {
        if (byTimestamp != null && timestampMicros != BinlogSink.UNKNOWN_MICROS) {
            byTimestamp.record(arrivalMicros - timestampMicros);
        }
        if (byHeader != null) {
            byHeader.record(arrivalMicros - headerMicros);
        }
    }

    void heartbeat(long sentMicros, long arrivalMicros) {
        if (ofHeartbeats != null) {
            ofHeartbeats.record(arrivalMicros - sentMicros);
        }
    }

    /** Lets the reading thread see what was recorded. */
    void flush() {
        flush(byTimestamp);
        flush(byHeader);
        flush(ofHeartbeats);
    }

    Map<DelaySource, Distribution> take() {
        Map<DelaySource, Distribution> taken = new EnumMap<>(DelaySource.class);
        put(taken, DelaySource.COMMIT_TIMESTAMP, byTimestamp);
        put(taken, DelaySource.HEARTBEAT, ofHeartbeats);
        put(taken, DelaySource.EVENT_HEADER, byHeader);
        return taken;
    }

    private static @Nullable DurationBatch recorder(Set<DelaySource> sources, DelaySource source) {
        return sources.contains(source) ? new DurationBatch() : null;
    }

    private static void flush(@Nullable DurationBatch batch) {
        if (batch != null) {
            batch.flush();
        }
    }

    private static void put(
            Map<DelaySource, Distribution> taken, DelaySource source, @Nullable DurationBatch recorder) {
        if (recorder != null) {
            taken.put(source, recorder.take());
        }
    }
}
