// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.workload.sysbench.Sysbench;
import org.junit.jupiter.api.Test;

/** The times are relative to the start of the measured part. */
class LoadIntervalTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long START_NANOS = 5 * SECOND_NANOS;
    private static final NamedLoad LOAD = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));

    @Test
    void startsAndEndsWithNanosecondPrecision() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ofSeconds(2), ofSeconds(3)), START_NANOS);
        assertThat(interval.hasBegun(START_NANOS + 2 * SECOND_NANOS - 1)).isFalse();
        assertThat(interval.hasBegun(START_NANOS + 2 * SECOND_NANOS)).isTrue();
        assertThat(interval.isOver(START_NANOS + 5 * SECOND_NANOS - 1)).isFalse();
        assertThat(interval.isOver(START_NANOS + 5 * SECOND_NANOS)).isTrue();
    }

    @Test
    void returnsTimeToNextStartOrEnd() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ofSeconds(2), ofSeconds(3)), START_NANOS);
        assertThat(interval.nanosToNext(START_NANOS)).isEqualTo(2 * SECOND_NANOS);
        assertThat(interval.nanosToNext(START_NANOS + 2 * SECOND_NANOS)).isEqualTo(3 * SECOND_NANOS);
        assertThat(interval.nanosToNext(START_NANOS + 5 * SECOND_NANOS)).isEqualTo(LoadInterval.OPEN);
    }

    @Test
    void endsWithMeasuredTimeAtLatest() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ofSeconds(2), ofSeconds(3)), START_NANOS);
        assertThat(interval.endWithin(START_NANOS + 4 * SECOND_NANOS)).isEqualTo(START_NANOS + 4 * SECOND_NANOS);
        assertThat(interval.endWithin(START_NANOS + 6 * SECOND_NANOS)).isEqualTo(START_NANOS + 5 * SECOND_NANOS);
        assertThat(interval.endWithin(LoadInterval.OPEN)).isEqualTo(START_NANOS + 5 * SECOND_NANOS);
        LoadInterval intervalWithoutLength = LoadInterval.of(LOAD.between(ZERO, ZERO), START_NANOS);
        assertThat(intervalWithoutLength.endWithin(START_NANOS + SECOND_NANOS)).isEqualTo(START_NANOS + SECOND_NANOS);
        assertThat(intervalWithoutLength.endWithin(LoadInterval.OPEN)).isEqualTo(LoadInterval.OPEN);
    }

    @Test
    void loadWithoutLengthNeverEnds() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ZERO, ZERO), START_NANOS);
        assertThat(interval.hasBegun(START_NANOS)).isTrue();
        assertThat(interval.isOver(Long.MAX_VALUE)).isFalse();
        assertThat(interval.nanosToNext(START_NANOS)).isEqualTo(LoadInterval.OPEN);
    }
}
