// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;

/**
 * Combines reports into one number, fast enough for a hundred thousand replays. A transaction's rows may be reported before its events, so
 * rows are combined separately.
 */
public final class FingerprintSink implements BinlogSink {

    long fingerprint;
    private long rows;
    LogPosition completed = new LogPosition("", 0);

    void reset() {
        fingerprint = 0;
        rows = 0;
        completed = new LogPosition("", 0);
    }

    @Override
    public void event(int type, long bytes) {
        add(1);
        add(type);
        add(bytes);
    }

    @Override
    public void transactionEnd(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros) {
        add(2);
        addRows();
        add(commitMicros);
    }

    @Override
    public void heartbeatEnd(long sequence, long sentMicros, long arrivalMicros) {
        add(3);
        addRows();
        add(sequence);
        add(sentMicros);
    }

    @Override
    public void onRows(String table, RowKind kind, long count) {
        rows = mix(mix(rows, table.hashCode()), 4 * count + kind.ordinal());
    }

    @Override
    public void onUnknownRows(int type, long bytes) {
        rows = mix(mix(rows, type), bytes);
    }

    @Override
    public void onPayload(long wireBytes, long inflatedBytes) {
        add(9);
        add(wireBytes);
        add(inflatedBytes);
    }

    @Override
    public void onInnerEvent(int type) {
        add(10);
        add(type);
    }

    @Override
    public void discardInFlight() {
        add(7);
        addRows();
    }

    @Override
    public void outsideTransaction() {
        add(4);
        addRows();
    }

    @Override
    public void windowOpened(String file, long offset) {
        add(5);
        add(file.hashCode());
        add(offset);
    }

    @Override
    public void readEnd(String file, long offset, long arrivalMicros) {
        completed = new LogPosition(file, offset);
    }

    private void addRows() {
        add(rows);
        rows = 0;
    }

    private void add(long number) {
        fingerprint = mix(fingerprint, number);
    }

    private static long mix(long before, long number) {
        long after = (before ^ number) * 0x9E3779B97F4A7C15L;
        return after ^ after >>> 29;
    }
}
