// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.usage.CostSource.Usage;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.ConsumerCost.Second;
import org.junit.jupiter.api.Test;

final class CostCourseTest {

    private static final long NANOS_PER_TENTH = 100_000_000;

    private final CostCourse course = new CostCourse(0);

    private void add(int tenths, double cpuSeconds, long residentBytes, long readBytes) {
        course.add(new Usage(cpuSeconds, residentBytes, readBytes, null, null, null), tenths * NANOS_PER_TENTH);
    }

    @Test
    void separatesStartUpFromMeasuredTime() {
        assertThat(course.cost()).isNull();
        add(5, 3, 900, 50);
        course.windowOpens(5 * NANOS_PER_TENTH);
        for (int tenth = 1; tenth <= 21; tenth++) {
            add(5 + tenth, 3 + tenth / 8.0, tenth <= 10 ? 100 : 200, 50 + tenth);
        }

        ConsumerCost cost = course.cost();

        assertThat(cost.startupCpuSeconds()).isEqualTo(3);
        assertThat(cost.cpuSeconds()).isEqualTo(21 / 8.0);
        assertThat(cost.peakResidentBytes()).isEqualTo(200);
        assertThat(cost.meanResidentBytes()).isEqualTo(Math.round((10 * 100 + 11 * 200) / 21.0));
        assertThat(cost.diskReadBytes()).isEqualTo(21);
        assertThat(cost.diskWrittenBytes()).isNull();
        assertThat(cost.seconds())
                .containsExactly(
                        new Second(1, 10 / 8.0, 100, 10L, null, null, null),
                        new Second(2, 10 / 8.0, 190, 10L, null, null, null));
    }

    @Test
    void dividesOnlyByKnownCounts() {
        add(1, 2, 100, 0);

        ConsumerCost cost = course.cost();

        assertThat(cost.per(500_000L, 4_000_000_000L).cpuSecondsPerMillionChanges())
                .isEqualTo(4);
        assertThat(cost.per(500_000L, 4_000_000_000L).cpuSecondsPerGigabyte()).isEqualTo(0.5);
        assertThat(cost.per(0L, null).cpuSecondsPerMillionChanges()).isNull();
        assertThat(cost.per(0L, null).cpuSecondsPerGigabyte()).isNull();
    }

    @Test
    void memoryOfEndedProcessIsNotInMean() {
        add(1, 2, 100, 0);
        add(2, 2, 0, 0);

        assertThat(course.cost().meanResidentBytes()).isEqualTo(100);
    }
}
