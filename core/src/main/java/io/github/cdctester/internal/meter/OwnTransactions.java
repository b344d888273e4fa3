// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.DelayRecorder;
import java.util.Set;

/**
 * Totals and delays of a run's own transactions in one stream. A transaction is recorded when both are known: its values, and that its
 * commit was acknowledged. Safe for several threads.
 */
public final class OwnTransactions {

    /** Number of values of a transaction. All times are in µs since the epoch on the tester's clock. */
    public static final int VALUES = 8;

    static final int BYTES = 0;
    static final int EVENTS = 1;
    static final int COMMIT = 2;
    static final int ORIGINAL = 3;
    static final int FIRST_ARRIVAL = 4;
    static final int ARRIVAL = 5;
    static final int TIMESTAMP = 6;
    static final int HEADER = 7;

    private final DelayRecorder delays;
    private final boolean delayFromHeartbeats;
    private final boolean sideBySide;
    private long transactions;
    private long events;
    private long bytes;
    private long lastMicros;

    /** Creates it for a stream with a source of delays and further recorded ones. */
    public OwnTransactions(DelaySource delaySource, Set<DelaySource> sideBySide) {
        delays = new DelayRecorder(sideBySide);
        this.sideBySide = !sideBySide.isEmpty();
        delayFromHeartbeats = delaySource == DelaySource.HEARTBEAT;
    }

    /** Records a transaction of this run, whose values begin at an index. */
    public synchronized void record(long[] values, int at) {
        transactions++;
        events += values[at + EVENTS];
        bytes += values[at + BYTES];
        long arrival = values[at + ARRIVAL];
        lastMicros = Math.max(lastMicros, arrival);
        if (!delayFromHeartbeats && values[at + COMMIT] != BinlogSink.UNKNOWN_MICROS) {
            delays.record(values[at + COMMIT], values[at + ORIGINAL], values[at + FIRST_ARRIVAL], arrival);
        }
        if (sideBySide) {
            delays.record(DelaySource.COMMIT_TIMESTAMP, values[at + TIMESTAMP], arrival);
            delays.record(DelaySource.EVENT_HEADER, values[at + HEADER], arrival);
        }
    }

    /** Records a heartbeat, which is this run's as well: only its delay. */
    synchronized void heartbeat(long sentMicros, long arrivalMicros) {
        if (delayFromHeartbeats) {
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
                lastMicros,
                stream.lastHeartbeat());
    }
}
