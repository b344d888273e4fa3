// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountsTest {

    private static final WriteCounts LATER_COUNTS = new WriteCounts(
            Map.of("order", 10L, "pay", 4L),
            Map.of(1213, 3L, 1205, 1L),
            Map.of(
                    Metric.READS,
                    7L,
                    Metric.WRITES,
                    20L,
                    Metric.OTHER,
                    28L,
                    Metric.RECONNECTS,
                    5L,
                    Metric.PLANNED_RECONNECTS,
                    9L,
                    Metric.UNKNOWN_OUTCOMES,
                    3L,
                    Metric.LOGGED_TRANSACTIONS,
                    12L,
                    Metric.ROLLED_BACK,
                    2L));
    private static final WriteCounts EARLIER_COUNTS = new WriteCounts(
            Map.of("order", 6L, "pay", 4L),
            Map.of(1213, 3L),
            Map.of(
                    Metric.READS,
                    5L,
                    Metric.WRITES,
                    15L,
                    Metric.OTHER,
                    21L,
                    Metric.RECONNECTS,
                    4L,
                    Metric.PLANNED_RECONNECTS,
                    6L,
                    Metric.UNKNOWN_OUTCOMES,
                    3L,
                    Metric.LOGGED_TRANSACTIONS,
                    8L,
                    Metric.ROLLED_BACK,
                    1L));

    @Test
    void sumsWriteCounts() {
        assertThat(LATER_COUNTS.get(Metric.WRITE_TRANSACTIONS)).isEqualTo(14);
        assertThat(LATER_COUNTS.get(Metric.QUERIES)).isEqualTo(55);
        assertThat(LATER_COUNTS.get(Metric.ERRORS)).isEqualTo(4);
        assertThat(WriteCounts.ZERO.get(Metric.WRITE_TRANSACTIONS)).isZero();
    }

    @Test
    void subtractsEarlierWriteCounts() {
        assertThat(LATER_COUNTS.minus(EARLIER_COUNTS))
                .isEqualTo(new WriteCounts(
                        Map.of("order", 4L, "pay", 0L),
                        Map.of(1205, 1L),
                        Map.of(
                                Metric.READS,
                                2L,
                                Metric.WRITES,
                                5L,
                                Metric.OTHER,
                                7L,
                                Metric.RECONNECTS,
                                1L,
                                Metric.PLANNED_RECONNECTS,
                                3L,
                                Metric.LOGGED_TRANSACTIONS,
                                4L,
                                Metric.ROLLED_BACK,
                                1L)));
        assertThat(LATER_COUNTS.minus(WriteCounts.ZERO)).isEqualTo(LATER_COUNTS);
    }

    @Test
    void addsWriteCounts() {
        assertThat(LATER_COUNTS.minus(EARLIER_COUNTS).plus(EARLIER_COUNTS)).isEqualTo(LATER_COUNTS);
        assertThat(LATER_COUNTS.plus(new WriteCounts(
                        Map.of("new", 1L),
                        Map.of(1, 1L),
                        Map.of(
                                Metric.RECONNECTS,
                                2L,
                                Metric.PLANNED_RECONNECTS,
                                1L,
                                Metric.UNKNOWN_OUTCOMES,
                                1L,
                                Metric.LOGGED_TRANSACTIONS,
                                1L))))
                .isEqualTo(new WriteCounts(
                        Map.of("order", 10L, "pay", 4L, "new", 1L),
                        Map.of(1213, 3L, 1205, 1L, 1, 1L),
                        Map.of(
                                Metric.READS,
                                7L,
                                Metric.WRITES,
                                20L,
                                Metric.OTHER,
                                28L,
                                Metric.RECONNECTS,
                                7L,
                                Metric.PLANNED_RECONNECTS,
                                10L,
                                Metric.UNKNOWN_OUTCOMES,
                                4L,
                                Metric.LOGGED_TRANSACTIONS,
                                13L,
                                Metric.ROLLED_BACK,
                                2L)));
    }

    @Test
    void subtractsAndAddsStreamCounts() {
        StreamCounts one = countsOf(1);
        StreamCounts three = countsOf(3);
        StreamCounts two = three.minus(one);
        assertThat(two.get(Metric.TRANSACTIONS)).isEqualTo(2);
        assertThat(two.get(Metric.EVENTS)).isEqualTo(4);
        assertThat(two.get(Metric.BYTES)).isEqualTo(220);
        assertThat(two.get(Metric.BYTES_READ)).isEqualTo(220);
        assertThat(two.eventsByKind()).isEqualTo(Map.of("GTID", 2L, "XID", 2L));
        assertThat(two.plus(one).eventsByKind()).isEqualTo(three.eventsByKind());
        assertThat(one.minus(one).eventsByKind()).isEmpty();
        assertThat(StreamCounts.ZERO.plus(one).get(Metric.BYTES)).isEqualTo(110);
        assertThat(StreamCounts.ZERO.get(Metric.BYTES)).isZero();
    }

    private static StreamCounts countsOf(int transactions) {
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
