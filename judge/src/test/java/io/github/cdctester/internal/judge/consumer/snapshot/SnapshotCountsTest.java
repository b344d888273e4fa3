// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SnapshotCountsTest {

    /** The rows arrive at once, 500 ms apart, or while the clock is set back. */
    @ParameterizedTest
    @CsvSource({"0, 0,", "500000, 1, 3", "-2000000, 0,"})
    void rateIsUnknownWithoutTime(long stepMicros, double seconds, Double rowsPerSecond) {
        SnapshotCounts counts = new SnapshotCounts();
        for (int row = 0; row < 3; row++) {
            counts.recordArrival("t", "" + row, 1_800_000_000_000_000L + row * stepMicros);
            counts.addReport(RowEvent.SNAPSHOT);
        }
        Snapshot snapshot = counts.verdict(false, null, 0, Incidents.NONE, null).counts();
        assertThat(snapshot.rows()).isEqualTo(3);
        assertThat(snapshot.seconds()).isEqualTo(seconds);
        assertThat(snapshot.rowsPerSecond()).isEqualTo(rowsPerSecond);
    }
}
