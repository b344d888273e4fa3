// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Counts a transaction's rows per stamp. Confined to the reader's thread. */
abstract class StampedRows implements TransactionWatch, RowChangeSink {

    private static final int VALUES_PER_STAMP = 2;

    @FunctionalInterface
    interface RowReport {
        void stamped(long sequence, long rows);
    }

    /** Values of the current row; after the change for an update. */
    final RowCells cells = new RowCells();

    /** Pairs of a stamp and its number of rows in the open transaction. */
    private long[] stampCounts = new long[16];

    private int stampCountsLength;

    abstract void onRowChange(RowTable table, RowKind kind, ByteBuffer buffer);

    @Override
    public final int onRow(RowTable table, RowKind kind, ByteBuffer buffer, int offset, int end) {
        int next = cells.read(table, buffer, offset, end);
        if (next >= 0 && kind == RowKind.UPDATE) {
            next = cells.read(table, buffer, next, end);
        }
        if (next >= 0) {
            onRowChange(table, kind, buffer);
        }
        return next;
    }

    final void add(long sequence) {
        for (int i = 0; i < stampCountsLength; i += VALUES_PER_STAMP) {
            if (stampCounts[i] == sequence) {
                stampCounts[i + 1]++;
                return;
            }
        }
        if (stampCountsLength == stampCounts.length) {
            stampCounts = Arrays.copyOf(stampCounts, 2 * stampCountsLength);
        }
        stampCounts[stampCountsLength++] = sequence;
        stampCounts[stampCountsLength++] = 1;
    }

    @Override
    public void onBegin() {
        stampCountsLength = 0;
    }

    @Override
    public final void onDiscarded() {
        onBegin();
    }

    final void report(RowReport receiver) {
        for (int i = 0; i < stampCountsLength; i += VALUES_PER_STAMP) {
            receiver.stamped(stampCounts[i], stampCounts[i + 1]);
        }
    }
}
