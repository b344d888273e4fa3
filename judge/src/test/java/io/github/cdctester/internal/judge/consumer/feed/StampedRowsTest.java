// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A broken connection cuts off the transaction. Without GTID events, no event announces the repetition. */
final class StampedRowsTest {

    private final List<String> receivedRows = new ArrayList<>();

    private final StampedRows rows = new StampedRows() {
        @Override
        void onRowChange(RowTable table, RowKind kind, ByteBuffer buffer) {}

        @Override
        public boolean accepts(RowTable table) {
            return true;
        }

        @Override
        public void onUnreadable(String table, String reason) {}

        @Override
        public void onEnd(long sourceHigh, long sourceLow, String tag, long number, long heartbeat) {
            report((sequence, count) -> receivedRows.add(sequence + "x" + count));
            onBegin();
        }
    };

    @Test
    void countsAllRowsOfTransactionSentAgain() {
        rows.add(5);
        rows.onDiscarded();
        rows.add(5);
        rows.add(5);
        rows.onEnd(0, 0, "", 0, -1);
        assertThat(receivedRows).containsExactly("5x2");
    }

    @Test
    void discardsRowsBeforeReconnect() {
        rows.add(5);
        rows.add(5);
        rows.onDiscarded();
        rows.add(5);
        rows.onEnd(0, 0, "", 0, -1);
        assertThat(receivedRows).containsExactly("5x1");
    }
}
