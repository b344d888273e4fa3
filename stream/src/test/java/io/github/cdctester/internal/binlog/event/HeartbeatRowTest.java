// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

public class HeartbeatRowTest {

    private final HeartbeatRow row = new HeartbeatRow("sbtest", "cdc_tester_heartbeat");

    @Test
    void recognizesHeartbeatTable() {
        assertThat(isMapped(EventBytes.tableMap("sbtest", "cdc_tester_heartbeat")))
                .isTrue();
    }

    @Test
    void ignoresOtherTables() {
        assertThat(isMapped(EventBytes.tableMap("sbtest", "cdc_tester_heartbeaT")))
                .isFalse();
        assertThat(isMapped(EventBytes.tableMap("sbtesT", "cdc_tester_heartbeat")))
                .isFalse();
        assertThat(isMapped(EventBytes.tableMap("sbtest", "cdc_tester_heartbeat2")))
                .isFalse();
        assertThat(isMapped(EventBytes.tableMap("sbtest2", "cdc_tester_heartbeat")))
                .isFalse();
        assertThat(isMapped(EventBytes.tableMap("sbtest", "t"))).isFalse();
        assertThat(isMapped(EventBytes.of(EventKind.TABLE_MAP, 0))).isFalse();
    }

    @Test
    void recognizesEachTableOfPattern() {
        HeartbeatRow rows = new HeartbeatRow("sbtest", "cdc_tester_heartbeat_%");
        for (String table : new String[] {"cdc_tester_heartbeat_0", "cdc_tester_heartbeat_1023"}) {
            EventBytes event = EventBytes.tableMap("sbtest", table);
            assertThat(rows.isMappedBy(event.buffer(), 0, event.length()))
                    .as(table)
                    .isTrue();
        }
        for (String table :
                new String[] {"cdc_tester_heartbeat_", "cdc_tester_heartbeaT_1", "t", "other_heartbeat_17"}) {
            EventBytes event = EventBytes.tableMap("sbtest", table);
            assertThat(rows.isMappedBy(event.buffer(), 0, event.length()))
                    .as(table)
                    .isFalse();
        }
    }

    @Test
    void readsLastTwoColumns() {
        EventBytes update = EventBytes.update(41, 1_800_000_000_000_123L);
        for (EventBytes event : new EventBytes[] {update, update.withoutChecksum()}) {
            int checksumBytes = event.hasChecksum() ? 4 : 0;
            assertThat(HeartbeatRow.hasTail(event.length(), event.length(), checksumBytes))
                    .isTrue();
            assertThat(HeartbeatRow.sequence(event.buffer(), 0, event.length(), checksumBytes))
                    .isEqualTo(41);
            assertThat(HeartbeatRow.sentMicros(event.buffer(), 0, event.length(), checksumBytes))
                    .isEqualTo(1_800_000_000_000_123L);
        }
    }

    @Test
    void hasNoTailIfEventIsTooShortOrIncomplete() {
        int shortest = EventFramer.HEADER_BYTES + 10 + 16 + 4;
        assertThat(HeartbeatRow.hasTail(shortest, shortest, 4)).isTrue();
        assertThat(HeartbeatRow.hasTail(shortest - 1, shortest - 1, 4)).isFalse();
        assertThat(HeartbeatRow.hasTail(EventFramer.PREFIX_BYTES, EventFramer.PREFIX_BYTES + 1, 4))
                .isFalse();
    }

    private boolean isMapped(EventBytes event) {
        return row.isMappedBy(event.buffer(), 0, event.length());
    }
}
