// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class ConnectionTimesTest {

    private final ConnectionTimes times = new ConnectionTimes();

    private void addCommit(int threadId, long micros) {
        ByteBuffer event = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        event.put(EventFramer.HEADER_BYTES + 25, (byte) 2).putLong(61, micros);
        times.clear();
        times.readEvent(EventKind.ANONYMOUS_GTID, event, 0, 80, 4);
        times.readEvent(EventKind.QUERY, event.putInt(EventFramer.HEADER_BYTES, threadId), 0, 80, 4);
        times.readEvent(EventKind.QUERY, event.putInt(EventFramer.HEADER_BYTES, 99), 0, 80, 4);
        times.recordCommit();
    }

    @Test
    void measuresConnectionsAndCommitIntervals() {
        for (int i = 0; i < 100; i++) {
            addCommit(7, 1_000_000 + 10_000L * i);
        }
        addCommit(8, 1_500_000);
        addCommit(8, 1_700_000);
        addCommit(9, 1_800_000);
        addCommit(9, 3_000_000);

        assertThat(times.connections()).hasValueSatisfying(connections -> {
            assertThat(connections.most()).isEqualTo(2);
            assertThat(connections.median()).isEqualTo(10);
            assertThat(connections.p95()).isEqualTo(10);
        });
    }

    @Test
    void isEmptyIfCommitTimesAreUnknown() {
        times.clear();
        times.readEvent(EventKind.MARIADB_GTID, ByteBuffer.allocate(100), 0, 42, 4);
        times.recordCommit();
        addCommit(7, 1_000_000);

        assertThat(times.connections()).isEmpty();
    }
}
