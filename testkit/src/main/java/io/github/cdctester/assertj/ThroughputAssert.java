// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.assertj.Measured.Limit;
import io.github.cdctester.result.SampleRow.Cdc;
import io.github.cdctester.result.summary.CdcSummary;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on rates. For a whole run they are from its summary; for an interval, the sum of its seconds divided by their length.
 * A rate that equals its limit fails.
 *
 * @param <P> type returned by {@link #and()}
 */
public final class ThroughputAssert<P> {

    private final Measured measured;
    private final P back;

    ThroughputAssert(Measured measured, P back) {
        this.measured = measured;
        this.back = back;
    }

    /** The writers committed more than so many transactions a second. */
    public ThroughputAssert<P> writeTpsIsAbove(double transactionsPerSecond) {
        write().above(transactionsPerSecond);
        return this;
    }

    /** The writers committed less than so many transactions a second. */
    public ThroughputAssert<P> writeTpsIsBelow(double transactionsPerSecond) {
        write().below(transactionsPerSecond);
        return this;
    }

    /** The stream carried more than so many transactions a second. */
    public ThroughputAssert<P> streamTpsIsAbove(double transactionsPerSecond) {
        stream().above(transactionsPerSecond);
        return this;
    }

    /** The stream carried less than so many transactions a second. */
    public ThroughputAssert<P> streamTpsIsBelow(double transactionsPerSecond) {
        stream().below(transactionsPerSecond);
        return this;
    }

    /** The stream carried more than so many bytes a second. */
    public ThroughputAssert<P> bpsIsAbove(double bytesPerSecond) {
        bytes().above(bytesPerSecond);
        return this;
    }

    /** The stream carried less than so many bytes a second. */
    public ThroughputAssert<P> bpsIsBelow(double bytesPerSecond) {
        bytes().below(bytesPerSecond);
        return this;
    }

    /** The stream carried more than so many events a second. */
    public ThroughputAssert<P> epsIsAbove(double eventsPerSecond) {
        events().above(eventsPerSecond);
        return this;
    }

    /** The stream carried less than so many events a second. */
    public ThroughputAssert<P> epsIsBelow(double eventsPerSecond) {
        events().below(eventsPerSecond);
        return this;
    }

    /** Returns to the parent assertion. */
    public P and() {
        return back;
    }

    private Limit write() {
        return Writes.ofAll(measured).tps();
    }

    private Limit stream() {
        return rate(
                "the stream's TPS",
                " TPS",
                CdcSummary::transactionsPerSecond,
                Cdc::transactions,
                Cdc::transactionsPerSecond);
    }

    private Limit bytes() {
        return rate("the stream's BPS", " bytes/s", CdcSummary::bytesPerSecond, Cdc::bytes, Cdc::bytesPerSecond);
    }

    private Limit events() {
        return rate("the stream's EPS", " events/s", CdcSummary::eventsPerSecond, Cdc::events, Cdc::eventsPerSecond);
    }

    private Limit rate(
            String name,
            String unit,
            Function<CdcSummary, @Nullable Double> whole,
            ToDoubleFunction<Cdc> count,
            Function<Cdc, Double> inSecond) {
        CdcSummary cdc = measured.result().summary().cdc();
        return measured.rate(
                name,
                unit,
                cdc == null ? null : whole.apply(cdc),
                row -> count.applyAsDouble(row.stream()),
                row -> row.cdc() == null ? null : inSecond.apply(row.cdc()));
    }
}
