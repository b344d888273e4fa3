// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.scenario.LineDefaults;
import io.github.cdctester.result.summary.DurationSummary;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code percent} is above 0, and at most 100. */
public record Percentile(double percent) {

    /** {@code 0} alone means no percentiles, like in sysbench. */
    public static List<Percentile> parse(String text) {
        return LineDefaults.percentiles(text).stream().map(Percentile::new).toList();
    }

    /** For example {@code p95} or {@code p99.9}. */
    public String label() {
        return "p" + BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
    }

    /** For example {@code p50/p95}. */
    public static String labels(List<Percentile> percentiles) {
        return percentiles.stream().map(Percentile::label).collect(Collectors.joining("/"));
    }

    /**
     * Returns the value in ms; {@code null} if unknown, for example with too few measurements.
     *
     * @param histogram encoded histogram of the second's durations; {@code null} for none
     */
    public @Nullable Double valueIn(DurationSummary summary, @Nullable String histogram) {
        if (summary.count() > 0 && !DurationSummary.isMeaningful(percent, summary.count())) {
            return null; // the value would be close to the maximum
        } else if (percent == 50) {
            return summary.p50Millis();
        } else if (percent == 95) {
            return summary.p95Millis();
        } else if (percent == 99) {
            return summary.p99Millis();
        } else if (percent == 99.9) {
            return summary.p999Millis();
        } else if (percent == 100) {
            return summary.maxMillis();
        }
        return histogram == null
                ? null
                : (Double) Distribution.fromBase64(histogram).percentileMillis(percent);
    }

    /** In ms: {@code 0.91/1.42/-}. */
    public static String values(List<Percentile> percentiles, DurationSummary summary, @Nullable String histogram) {
        return percentiles.stream()
                .map(percentile -> percentile.valueIn(summary, histogram))
                .map(value -> value == null ? "-" : String.format(Locale.ROOT, "%.2f", value))
                .collect(Collectors.joining("/"));
    }
}
