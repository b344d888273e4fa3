// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Records the delays of one stream. Nearly all transactions arrive in one read. For all others, the first byte is recorded
 * separately.
 */
public final class DelayRecorder {

    private final DurationBatch oneReadDelays = new DurationBatch();
    private final DurationBatch lastByte = new DurationBatch();
    private final DurationBatch firstByte = new DurationBatch();
    private final DurationBatch endToEnd = new DurationBatch();
    private final Map<DelaySource, DurationBatch> bySource = new EnumMap<>(DelaySource.class);

    public DelayRecorder(Set<DelaySource> comparedSources) {
        comparedSources.forEach(source -> bySource.put(source, new DurationBatch()));
    }

    public void record(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros) {
        if (firstArrivalMicros == arrivalMicros) {
            oneReadDelays.record(arrivalMicros - commitMicros);
        } else {
            lastByte.record(arrivalMicros - commitMicros);
            firstByte.record(firstArrivalMicros - commitMicros);
        }
        if (originalMicros != BinlogSink.UNKNOWN_MICROS) {
            endToEnd.record(arrivalMicros - originalMicros);
        }
    }

    /** Ignores sources that are not compared, and unknown commit times. */
    public void record(DelaySource source, long commitMicros, long arrivalMicros) {
        DurationBatch batch = bySource.get(source);
        if (batch != null && commitMicros != BinlogSink.UNKNOWN_MICROS) {
            batch.record(arrivalMicros - commitMicros);
        }
    }

    public void flush() {
        oneReadDelays.flush();
        lastByte.flush();
        firstByte.flush();
        endToEnd.flush();
        for (DurationBatch batch : bySource.values()) {
            batch.flush();
        }
    }

    public DelayParts take() {
        Distribution takenOneReadDelays = oneReadDelays.take();
        Map<DelaySource, Distribution> sources = new EnumMap<>(DelaySource.class);
        bySource.forEach((source, batch) -> sources.put(source, batch.take()));
        return new DelayParts(
                takenOneReadDelays.plus(lastByte.take()),
                takenOneReadDelays.plus(firstByte.take()),
                endToEnd.take(),
                sources);
    }
}
