// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a delay or a latency. Percentiles have an error of up to 2 %. A value that equals the limit fails. If
 * nothing was measured, each assertion fails.
 *
 * @param <P> type returned by {@link #and()}
 */
public final class DurationAssert<P> {

    private final Measured measured;
    private final String name;
    private final DurationSummary summary;
    private final List<SampleRow> seconds;
    private final Function<SampleRow, @Nullable DurationSummary> summaryOfSecond;
    private final P parent;

    DurationAssert(
            Measured measured,
            String name,
            DurationSummary summary,
            List<SampleRow> seconds,
            Function<SampleRow, @Nullable DurationSummary> summaryOfSecond,
            P parent) {
        this.measured = measured;
        this.name = name;
        this.summary = summary;
        this.seconds = seconds;
        this.summaryOfSecond = summaryOfSecond;
        this.parent = parent;
    }

    /** Fails unless the median is below the limit. */
    public DurationAssert<P> p50IsBelow(Duration limit) {
        return requireBelow("p50", limit, DurationSummary::p50Millis);
    }

    /** Fails unless the 95th percentile is below the limit. */
    public DurationAssert<P> p95IsBelow(Duration limit) {
        return requireBelow("p95", limit, DurationSummary::p95Millis);
    }

    /** Fails unless the 99th percentile is below the limit. */
    public DurationAssert<P> p99IsBelow(Duration limit) {
        return requireBelow("p99", limit, DurationSummary::p99Millis);
    }

    /** Fails unless the 99.9th percentile is below the limit. */
    public DurationAssert<P> p999IsBelow(Duration limit) {
        return requireBelow("p99.9", limit, DurationSummary::p999Millis);
    }

    /** Fails unless the maximum is below the limit. */
    public DurationAssert<P> maxIsBelow(Duration limit) {
        return requireBelow("maximum", limit, DurationSummary::maxMillis);
    }

    /** Returns to the parent assertion. */
    public P and() {
        return parent;
    }

    private DurationAssert<P> requireBelow(
            String percentileName, Duration limit, Function<DurationSummary, @Nullable Double> value) {
        new Measured.LimitedValue(
                        measured,
                        "the " + percentileName + " of " + name,
                        " ms",
                        value.apply(summary),
                        seconds,
                        row -> {
                            DurationSummary rowSummary = summaryOfSecond.apply(row);
                            return rowSummary == null ? null : value.apply(rowSummary);
                        })
                .requireBelow(limit.toNanos() / 1e6);
        return this;
    }
}
