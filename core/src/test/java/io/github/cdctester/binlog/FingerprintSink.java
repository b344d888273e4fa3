// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.binlog.rows.RowKind;

/** One number for all that was told, in its order: cheap enough for a hundred thousand replays. */
public final class FingerprintSink implements BinlogSink {

    long fingerprint;
    LogPosition completed = new LogPosition("", 0);

    /** Forgets what was told. */
    void reset() {
        fingerprint = 0;
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
        add(commitMicros);
    }

    @Override
    public void heartbeatEnd(long sequence, long sentMicros, long arrivalMicros) {
        add(3);
        add(sequence);
        add(sentMicros);
    }

    @Override
    public void rows(String table, RowKind kind, long rows) {
        add(6);
        add(rows);
    }

    @Override
    public void unknownRows(int type, long bytes) {
        add(8);
    }

    @Override
    public void payload(long wireBytes, long inflatedBytes) {
        add(9);
        add(wireBytes);
        add(inflatedBytes);
    }

    @Override
    public void innerEvent(int type) {
        add(10);
        add(type);
    }

    @Override
    public void discardInFlight() {
        add(7);
    }

    @Override
    public void outsideTransaction() {
        add(4);
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

    private void add(long number) {
        fingerprint = (fingerprint ^ number) * 0x9E3779B97F4A7C15L;
        fingerprint ^= fingerprint >>> 29;
    }
}
