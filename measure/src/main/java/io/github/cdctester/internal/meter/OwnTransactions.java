// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.DelayRecorder;
import java.util.Set;

/**
 * Totals and delays of this run's own transactions in one stream. A transaction is recorded after its values are known
 * and its commit was acknowledged. Thread-safe.
 */
public final class OwnTransactions {

    /** Values per transaction, with the following indexes. Times are in µs since the epoch on the tester's clock. */
    public static final int VALUE_COUNT = 8;

    static final int BYTES = 0;
    static final int EVENTS = 1;
    static final int COMMIT = 2;
    static final int ORIGINAL = 3;
    static final int FIRST_ARRIVAL = 4;
    static final int ARRIVAL = 5;
    static final int TIMESTAMP = 6;
    static final int HEADER = 7;

    private final DelayRecorder delays;
    private final boolean usesHeartbeatDelays;
    private final boolean comparesSources;
    private long transactions;
    private long events;
    private long bytes;
    private long lastArrivalMicros;

    public OwnTransactions(DelaySource delaySource, Set<DelaySource> comparedSources) {
        delays = new DelayRecorder(comparedSources);
        comparesSources = !comparedSources.isEmpty();
        usesHeartbeatDelays = delaySource == DelaySource.HEARTBEAT;
    }

    public synchronized void record(long[] values, int index) {
        transactions++;
        events += values[index + EVENTS];
        bytes += values[index + BYTES];
        long arrival = values[index + ARRIVAL];
        lastArrivalMicros = Math.max(lastArrivalMicros, arrival);
        if (!usesHeartbeatDelays && values[index + COMMIT] != BinlogSink.UNKNOWN_MICROS) {
            delays.record(values[index + COMMIT], values[index + ORIGINAL], values[index + FIRST_ARRIVAL], arrival);
        }
        if (comparesSources) {
            delays.record(DelaySource.COMMIT_TIMESTAMP, values[index + TIMESTAMP], arrival);
            delays.record(DelaySource.EVENT_HEADER, values[index + HEADER], arrival);
        }
    }

    /** Heartbeats also belong to the run. */
    synchronized void heartbeat(long sentMicros, long arrivalMicros) {
        if (usesHeartbeatDelays) {
            delays.record(sentMicros, BinlogSink.UNKNOWN_MICROS, arrivalMicros, arrivalMicros);
        }
        delays.record(DelaySource.HEARTBEAT, sentMicros, arrivalMicros);
    }

    synchronized DelayParts takeDelays() {
        delays.flush();
        return delays.take();
    }

    synchronized StreamSnapshot addTo(StreamSnapshot stream) {
        long[] counts = stream.counts().values();
        counts[Metric.OWN_TRANSACTIONS.slot()] = transactions;
        counts[Metric.OWN_EVENTS.slot()] = events;
        counts[Metric.OWN_BYTES.slot()] = bytes;
        return new StreamSnapshot(
                new StreamCounts(counts),
                stream.position(),
                stream.windowCounts(),
                stream.windowFrom(),
                stream.lastTransactionMicros(),
                lastArrivalMicros,
                stream.lastHeartbeat());
    }
}
