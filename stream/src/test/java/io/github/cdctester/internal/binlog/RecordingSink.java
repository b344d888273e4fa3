// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.util.ArrayList;
import java.util.List;

/** {@link #readEnd} only sets a field, because its calls depend on how the stream is divided into reads. */
public final class RecordingSink implements BinlogSink {

    public final List<String> calls = new ArrayList<>();
    public final List<Long> commitMicros = new ArrayList<>();
    public final List<Long> originalMicros = new ArrayList<>();
    public LogPosition completed = new LogPosition("", 0);

    @Override
    public void event(int type, long bytes) {
        calls.add(EventKind.name(type) + " " + bytes);
    }

    @Override
    public void transactionEnd(long commit, long original, long firstArrivalMicros, long arrivalMicros) {
        calls.add("transaction");
        commitMicros.add(commit);
        originalMicros.add(original);
    }

    @Override
    public void heartbeatEnd(long sequence, long sentMicros, long arrivalMicros) {
        calls.add("heartbeat " + sequence + " sent " + sentMicros);
    }

    @Override
    public void onRows(String table, RowKind kind, long rows) {
        calls.add(kind + " " + rows + " in " + table);
    }

    @Override
    public void onUnknownRows(int type, long bytes) {
        calls.add("unknown rows");
    }

    @Override
    public void onPayload(long wireBytes, long inflatedBytes) {
        calls.add("payload " + wireBytes + " inflates to " + inflatedBytes);
    }

    @Override
    public void onInnerEvent(int type) {
        calls.add("in it " + EventKind.name(type));
    }

    @Override
    public void discardInFlight() {
        calls.add("discard");
    }

    @Override
    public void outsideTransaction() {
        calls.add("outside");
    }

    @Override
    public void windowOpened(String file, long offset) {
        calls.add("window " + file + ":" + offset);
    }

    @Override
    public void readEnd(String file, long offset, long arrivalMicros) {
        completed = new LogPosition(file, offset);
    }
}
