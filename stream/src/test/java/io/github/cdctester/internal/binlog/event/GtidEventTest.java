// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import org.junit.jupiter.api.Test;

public class GtidEventTest {

    private static final long MICROS = 1_795_250_967_554_060L;

    @Test
    void readsCommitTimeInMicroseconds() {
        assertThat(commitMicros(EventBytes.gtid(MICROS))).isEqualTo(MICROS);
        assertThat(commitMicros(EventBytes.gtid(MICROS).withoutChecksum())).isEqualTo(MICROS);
    }

    @Test
    void ignoresFlagBitOfCommitTime() {
        assertThat(commitMicros(EventBytes.gtid(MICROS | 1L << 55))).isEqualTo(MICROS);
    }

    @Test
    void hasNoCommitTimeInMySql57() {
        assertThat(commitMicros(EventBytes.of(EventKind.GTID, 42))).isEqualTo(BinlogSink.UNKNOWN_MICROS);
    }

    @Test
    void hasNoCommitTimeInMySql56() {
        assertThat(commitMicros(EventBytes.of(EventKind.GTID, 25))).isEqualTo(BinlogSink.UNKNOWN_MICROS);
    }

    private static long commitMicros(EventBytes event) {
        return GtidEvent.immediateCommitMicros(event.buffer(), 0, event.length(), event.hasChecksum() ? 4 : 0);
    }
}
