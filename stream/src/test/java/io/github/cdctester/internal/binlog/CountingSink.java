// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.util.Map;
import java.util.TreeMap;

/** The stream ends between transactions. Tests read the counts while the reader's thread adds to them. */
final class CountingSink implements BinlogSink {

    private final Map<String, Long> eventsByKind = new TreeMap<>();
    private long bytes;
    private long transactions;
    private LogPosition position = new LogPosition("", 0);

    synchronized Map<String, Long> eventsByKind() {
        return Map.copyOf(eventsByKind);
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized long transactions() {
        return transactions;
    }

    synchronized LogPosition position() {
        return position;
    }

    @Override
    public synchronized void event(int type, long eventBytes) {
        eventsByKind.merge(EventKind.name(type), 1L, Long::sum);
        bytes += eventBytes;
    }

    @Override
    public synchronized void transactionEnd(
            long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros) {
        transactions++;
    }

    @Override
    public synchronized void heartbeatEnd(long sequence, long sentMicros, long arrivalMicros) {
        transactions++;
    }

    @Override
    public synchronized void readEnd(String file, long offset, long arrivalMicros) {
        position = new LogPosition(file, offset);
    }

    @Override
    public void onRows(String table, RowKind kind, long rows) {}

    @Override
    public void onUnknownRows(int type, long eventBytes) {}

    @Override
    public void onPayload(long wireBytes, long inflatedBytes) {}

    @Override
    public void onInnerEvent(int type) {}

    @Override
    public void discardInFlight() {}

    @Override
    public void outsideTransaction() {}

    @Override
    public void windowOpened(String file, long offset) {}
}
