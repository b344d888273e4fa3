// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.event.ChecksumCheck;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.rows.RowChanges;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code payloadReader} inflates compressed transactions; {@code null} leaves them compressed. */
record EventReaders(TransactionTracker tracker, @Nullable PayloadReader payloadReader) {

    static EventReaders of(StreamSettings settings, BinlogSink sink, @Nullable RowChangeSink changes) {
        StreamSettings.HeartbeatTable table = settings.read().heartbeat();
        HeartbeatRow heartbeat = table == null ? null : new HeartbeatRow(table.database(), table.table());
        PayloadReader payloadReader = settings.read().inflatePayloads()
                ? new PayloadReader(sink, heartbeat, rowReaders(settings, sink, changes))
                : null;
        TransactionTracker tracker = new TransactionTracker(
                sink,
                settings.delaySource(),
                settings.clockOffset().offsetMicros(),
                settings.server().hasChecksums() ? 4 : 0,
                heartbeat,
                bodies(settings, sink, changes, payloadReader));
        if (payloadReader != null) {
            tracker.setPayloadReader(payloadReader);
        }
        return new EventReaders(tracker, payloadReader);
    }

    private static EventBody[] bodies(
            StreamSettings settings,
            BinlogSink sink,
            @Nullable RowChangeSink changes,
            @Nullable PayloadReader payloadReader) {
        List<EventBody> bodies = new ArrayList<>();
        if (settings.read().verifyChecksums()) {
            bodies.add(new ChecksumCheck());
        }
        bodies.addAll(List.of(rowReaders(settings, sink, changes)));
        if (payloadReader != null) {
            bodies.add(payloadReader);
        }
        return bodies.toArray(EventBody[]::new);
    }

    /** Row readers keep state, so events inside payloads need a separate set. */
    private static EventBody[] rowReaders(StreamSettings settings, BinlogSink sink, @Nullable RowChangeSink changes) {
        List<EventBody> readers = new ArrayList<>();
        if (settings.read().rowCounting() == RowCounting.EXACT) {
            readers.add(new RowCounter(sink));
        }
        if (changes != null) {
            readers.add(new RowChanges(changes));
        }
        return readers.toArray(EventBody[]::new);
    }
}
