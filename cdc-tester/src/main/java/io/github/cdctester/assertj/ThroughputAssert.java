// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.WriteSummary;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on rates. Of a whole run they are those of its summary; of a stretch, what its seconds have together by how long they were.
 *
 * @param <P> what {@link #and()} goes back to
 */
public final class ThroughputAssert<P> {

    private final Measured measured;
    private final P back;

    ThroughputAssert(Measured measured, P back) {
        this.measured = measured;
        this.back = back;
    }

    /**
     * The writers committed more than so many transactions a second.
     *
     * @param transactionsPerSecond the limit, which the rate must be above
     * @return this
     */
    public ThroughputAssert<P> writeTpsIsAbove(double transactionsPerSecond) {
        write().above(transactionsPerSecond);
        return this;
    }

    /**
     * The writers committed less than so many transactions a second.
     *
     * @param transactionsPerSecond the limit, which the rate must be below
     * @return this
     */
    public ThroughputAssert<P> writeTpsIsBelow(double transactionsPerSecond) {
        write().below(transactionsPerSecond);
        return this;
    }

    /**
     * The stream carried more than so many transactions a second.
     *
     * @param transactionsPerSecond the limit, which the rate must be above
     * @return this
     */
    public ThroughputAssert<P> streamTpsIsAbove(double transactionsPerSecond) {
        stream().above(transactionsPerSecond);
        return this;
    }

    /**
     * The stream carried less than so many transactions a second.
     *
     * @param transactionsPerSecond the limit, which the rate must be below
     * @return this
     */
    public ThroughputAssert<P> streamTpsIsBelow(double transactionsPerSecond) {
        stream().below(transactionsPerSecond);
        return this;
    }

    /**
     * The stream carried more than so many bytes a second.
     *
     * @param bytesPerSecond the limit, which BPS must be above
     * @return this
     */
    public ThroughputAssert<P> bpsIsAbove(double bytesPerSecond) {
        bytes().above(bytesPerSecond);
        return this;
    }

    /**
     * The stream carried less than so many bytes a second.
     *
     * @param bytesPerSecond the limit, which BPS must be below
     * @return this
     */
    public ThroughputAssert<P> bpsIsBelow(double bytesPerSecond) {
        bytes().below(bytesPerSecond);
        return this;
    }

    /**
     * The stream carried more than so many events a second.
     *
     * @param eventsPerSecond the limit, which EPS must be above
     * @return this
     */
    public ThroughputAssert<P> epsIsAbove(double eventsPerSecond) {
        events().above(eventsPerSecond);
        return this;
    }

    /**
     * The stream carried less than so many events a second.
     *
     * @param eventsPerSecond the limit, which EPS must be below
     * @return this
     */
    public ThroughputAssert<P> epsIsBelow(double eventsPerSecond) {
        events().below(eventsPerSecond);
        return this;
    }

    /**
     * Goes back to what this belongs to.
     *
     * @return the assertions on that
     */
    public P and() {
        return back;
    }

    private LimitAssertion write() {
        WriteSummary write = measured.result().summary().write();
        return LoadNumbers.rate(
                measured, "the writers' TPS", write == null ? null : write.transactionsPerSecond(), SampleRow::write);
    }

    private LimitAssertion stream() {
        return limits(
                "the stream's TPS",
                " TPS",
                CdcSummary::transactionsPerSecond,
                SampleRow.Cdc::transactions,
                SampleRow.Cdc::transactionsPerSecond);
    }

    private LimitAssertion bytes() {
        return limits(
                "the stream's BPS",
                " bytes/s",
                CdcSummary::bytesPerSecond,
                SampleRow.Cdc::bytes,
                SampleRow.Cdc::bytesPerSecond);
    }

    private LimitAssertion events() {
        return limits(
                "the stream's EPS",
                " events/s",
                CdcSummary::eventsPerSecond,
                SampleRow.Cdc::events,
                SampleRow.Cdc::eventsPerSecond);
    }

    private LimitAssertion limits(
            String name,
            String unit,
            Function<CdcSummary, Double> whole,
            ToDoubleFunction<SampleRow.Cdc> count,
            Function<SampleRow.Cdc, Double> rate) {
        List<SampleRow> seconds = measured.seconds(false);
        Double value = measured.isWhole()
                ? whole.apply(measured.result().summary().cdc())
                : rate(seconds, row -> count.applyAsDouble(row.cdc()));
        return new LimitAssertion(
                name + measured.where(), unit, value, seconds, row -> rate.apply(row.cdc()), measured.findings());
    }

    static @Nullable Double rate(List<SampleRow> seconds, ToDoubleFunction<SampleRow> count) {
        double time = seconds.stream().mapToDouble(SampleRow::seconds).sum();
        return time > 0 ? (Double) (seconds.stream().mapToDouble(count).sum() / time) : null;
    }
}
