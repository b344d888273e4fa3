// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WriteSummaryTest {

    private static final double LATENCY_MILLIS = 100;

    private static DurationSummary duration(double millis) {
        return new DurationSummary(null, 1_000, millis, millis, millis, millis, millis, millis, 0, 0);
    }

    private static WriteSummary summary(long notStarted, double percent, double waitedMillis) {
        return new WriteSummary(
                1,
                1,
                1_000,
                Map.of(),
                1_000,
                0,
                0,
                1_000,
                0,
                0,
                Map.of(),
                0,
                0,
                0,
                1_000 + notStarted,
                notStarted,
                percent,
                duration(waitedMillis),
                duration(LATENCY_MILLIS),
                duration(LATENCY_MILLIS),
                Map.of(),
                duration(LATENCY_MILLIS),
                duration(LATENCY_MILLIS),
                null,
                null,
                List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "1,   0.1, 101, true", // waited longer than the median latency
        "2,   9.0,  50, false", // about to start at the end
        "150, 0.9,  50, false", // a small share
        "150, 13.0, 50, true" // the rate was not reached
    })
    void detectsOmittedStarts(long notStarted, double percent, double waitedMillis, boolean hasOmittedStarts) {
        assertThat(summary(notStarted, percent, waitedMillis).omitsStarts()).isEqualTo(hasOmittedStarts);
    }
}
