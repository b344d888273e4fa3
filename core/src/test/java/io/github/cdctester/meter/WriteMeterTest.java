// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.workload.StatementTally;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriteMeterTest {

    private static final long MILLI = 1_000_000;

    private final StatementTally tally = new StatementTally();

    @Test
    void countsTransactionsStatementsAndErrors() {
        WriteMeter meter = new WriteMeter(List.of("order", "pay"), false);
        tally.read();
        tally.write();
        tally.write();
        tally.other();
        meter.transaction(0, 0, 0, MILLI, tally);
        meter.transaction(0, 0, 0, MILLI, tally);
        meter.error(1213);
        meter.error(1213);
        meter.error(1062);
        assertThat(meter.counts())
                .isEqualTo(new WriteCounts(Map.of("order", 2L, "pay", 0L), 2, 4, 2, Map.of(1213, 2L, 1062, 1L)));
    }

    @Test
    void measuresLatencyFromTheIntendedStart() {
        WriteMeter meter = new WriteMeter(List.of("order"), true);
        meter.transaction(0, 5 * MILLI, 7 * MILLI, 10 * MILLI, tally);
        assertThat(meter.takeLatencies().maxMillis()).isEqualTo(5, within(0.005));
        assertThat(meter.takeStartDelays().maxMillis()).isEqualTo(2, within(0.002));
        assertThat(meter.takeLatencies().count()).isZero();
    }

    @Test
    void knowsNoStartDelayInAClosedLoop() {
        WriteMeter meter = new WriteMeter(List.of("order"), false);
        meter.transaction(0, 5 * MILLI, 7 * MILLI, 10 * MILLI, tally);
        assertThat(meter.takeStartDelays().count()).isZero();
        assertThat(meter.takeLatencies().count()).isEqualTo(1);
    }
}
