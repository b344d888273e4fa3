// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.BinlogSink;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountsTest {

    private static final WriteCounts MORE =
            new WriteCounts(Map.of("order", 10L, "pay", 4L), 7, 20, 28, Map.of(1213, 3L, 1205, 1L), 5, 9, 3, 12, 2, 0);
    private static final WriteCounts LESS =
            new WriteCounts(Map.of("order", 6L, "pay", 4L), 5, 15, 21, Map.of(1213, 3L), 4, 6, 3, 8, 1, 0);

    @Test
    void sumsTheWriteSide() {
        assertThat(MORE.transactions()).isEqualTo(14);
        assertThat(MORE.queries()).isEqualTo(55);
        assertThat(MORE.errors()).isEqualTo(4);
        assertThat(WriteCounts.ZERO.transactions()).isZero();
    }

    @Test
    void subtractsAnEarlierMomentOfTheWriteSide() {
        assertThat(MORE.minus(LESS))
                .isEqualTo(
                        new WriteCounts(Map.of("order", 4L, "pay", 0L), 2, 5, 7, Map.of(1205, 1L), 1, 3, 0, 4, 1, 0));
        assertThat(MORE.minus(WriteCounts.ZERO)).isEqualTo(MORE);
    }

    @Test
    void addsAnotherPartOfTheWriteSide() {
        assertThat(MORE.minus(LESS).plus(LESS)).isEqualTo(MORE);
        assertThat(MORE.plus(new WriteCounts(Map.of("new", 1L), 0, 0, 0, Map.of(1, 1L), 2, 1, 1, 1, 0, 0)))
                .isEqualTo(new WriteCounts(
                        Map.of("order", 10L, "pay", 4L, "new", 1L),
                        7,
                        20,
                        28,
                        Map.of(1213, 3L, 1205, 1L, 1, 1L),
                        7,
                        10,
                        4,
                        13,
                        2,
                        0));
    }

    @Test
    void subtractsAndAddsMomentsOfAStream() {
        StreamCounts one = streamOf(1);
        StreamCounts three = streamOf(3);
        StreamCounts two = three.minus(one);
        assertThat(two.transactions()).isEqualTo(2);
        assertThat(two.events()).isEqualTo(4);
        assertThat(two.bytes()).isEqualTo(220);
        assertThat(two.bytesRead()).isEqualTo(220);
        assertThat(two.eventsByKind()).isEqualTo(Map.of("GTID", 2L, "XID", 2L));
        assertThat(two.plus(one).eventsByKind()).isEqualTo(three.eventsByKind());
        assertThat(one.minus(one).eventsByKind()).isEmpty();
        assertThat(StreamCounts.ZERO.plus(one).bytes()).isEqualTo(110);
        assertThat(StreamCounts.ZERO.bytes()).isZero();
    }

    private static StreamCounts streamOf(int transactions) {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        for (int i = 0; i < transactions; i++) {
            meter.event(33, 79);
            meter.event(16, 31);
            meter.transactionEnd(0, BinlogSink.UNKNOWN_MICROS, 1, 1);
        }
        meter.readEnd("binlog.000001", 4, 1);
        return meter.snapshot().counts();
    }
}
