// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a delay or a latency. For a whole run, percentiles are from its summary; for an interval, from all values of its
 * seconds, within 2 %. A value that equals its limit fails, and so does each assertion if nothing was measured.
 *
 * @param <P> type returned by {@link #and()}
 */
public final class DurationAssert<P> {

    private final Measured measured;
    private final String name;
    private final DurationSummary summary;
    private final List<SampleRow> seconds;
    private final Function<SampleRow, @Nullable DurationSummary> inSecond;
    private final P back;

    DurationAssert(
            Measured measured,
            String name,
            DurationSummary summary,
            List<SampleRow> seconds,
            Function<SampleRow, @Nullable DurationSummary> inSecond,
            P back) {
        this.measured = measured;
        this.name = name;
        this.summary = summary;
        this.seconds = seconds;
        this.inSecond = inSecond;
        this.back = back;
    }

    /** Half of all are shorter than this. */
    public DurationAssert<P> p50IsBelow(Duration limit) {
        return below("p50", limit, DurationSummary::p50Millis);
    }

    /** 95 % of all are shorter than this. */
    public DurationAssert<P> p95IsBelow(Duration limit) {
        return below("p95", limit, DurationSummary::p95Millis);
    }

    /** 99 % of all are shorter than this. */
    public DurationAssert<P> p99IsBelow(Duration limit) {
        return below("p99", limit, DurationSummary::p99Millis);
    }

    /** 99.9 % of all are shorter than this. */
    public DurationAssert<P> p999IsBelow(Duration limit) {
        return below("p99.9", limit, DurationSummary::p999Millis);
    }

    /** All are shorter than this. */
    public DurationAssert<P> maxIsBelow(Duration limit) {
        return below("maximum", limit, DurationSummary::maxMillis);
    }

    /** Returns to the parent assertion. */
    public P and() {
        return back;
    }

    private DurationAssert<P> below(String which, Duration limit, Function<DurationSummary, @Nullable Double> value) {
        new Measured.Limit(measured, "the " + which + " of " + name, " ms", value.apply(summary), seconds, row -> {
                    DurationSummary there = inSecond.apply(row);
                    return there == null ? null : value.apply(there);
                })
                .below(limit.toNanos() / 1e6);
        return this;
    }
}
