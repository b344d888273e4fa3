// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How far several streams are apart.
 *
 * @param bytesPerSecond BPS
 * @param eventsPerSecond EPS
 * @param transactionsPerSecond TPS
 * @param delayP50Millis the streams' medians of DT; {@code null} where no stream had a delay
 * @param delayP99Millis likewise
 * @param delayMaxMillis likewise
 */
public record StreamSpread(
        Range bytesPerSecond,
        Range eventsPerSecond,
        Range transactionsPerSecond,
        @Nullable Range delayP50Millis,
        @Nullable Range delayP99Millis,
        @Nullable Range delayMaxMillis) {

    /**
     * The values of several streams.
     *
     * @param min the lowest
     * @param avg their mean, each stream counting the same
     * @param max the highest
     */
    public record Range(double min, double avg, double max) {}

    /**
     * Compares streams.
     *
     * @param streams one at least
     * @return how far they are apart
     */
    public static StreamSpread of(List<CdcSummary> streams) {
        return new StreamSpread(
                Objects.requireNonNull(range(streams, CdcSummary::bytesPerSecond)),
                Objects.requireNonNull(range(streams, CdcSummary::eventsPerSecond)),
                Objects.requireNonNull(range(streams, CdcSummary::transactionsPerSecond)),
                range(streams, stream -> stream.delay().p50Millis()),
                range(streams, stream -> stream.delay().p99Millis()),
                range(streams, stream -> stream.delay().maxMillis()));
    }

    private static @Nullable Range range(List<CdcSummary> streams, Function<CdcSummary, @Nullable Double> value) {
        double[] values = streams.stream()
                .map(value)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        if (values.length == 0) {
            return null;
        }
        double sum = 0;
        for (double one : values) {
            sum += one;
        }
        return new Range(values[0], sum / values.length, values[values.length - 1]);
    }
}
