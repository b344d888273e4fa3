// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.WriteSummary;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on one load of a run.
 *
 * @param <P> what {@link #and()} goes back to
 */
public final class LoadAssert<P> {

    private final Measured measured;
    private final String name;
    private final @Nullable WriteSummary whole;
    private final Function<SampleRow, SampleRow.@Nullable Write> write;
    private final P back;

    private LoadAssert(
            Measured measured,
            String name,
            @Nullable WriteSummary whole,
            Function<SampleRow, SampleRow.@Nullable Write> write,
            P back) {
        this.measured = measured;
        this.name = name;
        this.whole = whole;
        this.write = write;
        this.back = back;
    }

    /** Finds a load by its name; one that the run does not have is a failure, and no more than one. */
    static <P> LoadAssert<P> of(Measured measured, String name, P back) {
        WriteSummary write = measured.result().summary().write();
        List<String> names = measured.result().plan().loads().stream()
                .map(load -> load.name())
                .toList();
        if (write == null || !names.contains(name)) {
            measured.findings()
                    .fail("Expected a load " + name + " in this run, but "
                            + (names.isEmpty() ? "nobody wrote." : "there are: " + String.join(", ", names) + "."));
            return new LoadAssert<>(measured.silent(), name, null, row -> null, back);
        }
        if (write.workloads().isEmpty()) {
            return new LoadAssert<>(measured, name, write, SampleRow::write, back);
        }
        WriteSummary own = write.workloads().stream()
                .filter(load -> load.name().equals(name))
                .map(WriteSummary.WorkloadSummary::write)
                .findFirst()
                .orElse(null);
        return new LoadAssert<>(
                measured,
                name,
                own,
                row -> row.workloads().stream()
                        .filter(load -> load.name().equals(name))
                        .map(SampleRow.Workload::write)
                        .findFirst()
                        .orElse(null),
                back);
    }

    /**
     * Turns to the load's latency: commit acknowledged minus intended start.
     *
     * @return assertions on it
     */
    public DurationAssert<LoadAssert<P>> latency() {
        return latency(this);
    }

    <B> DurationAssert<B> latency(B behind) {
        return LoadNumbers.latency(measured, "the latency of load " + name, whole, write, behind);
    }

    /**
     * The load committed more than so many transactions a second.
     *
     * @param transactionsPerSecond the limit, which the rate must be above
     * @return this
     */
    public LoadAssert<P> tpsIsAbove(double transactionsPerSecond) {
        rate().above(transactionsPerSecond);
        return this;
    }

    /**
     * The load committed less than so many transactions a second.
     *
     * @param transactionsPerSecond the limit, which the rate must be below
     * @return this
     */
    public LoadAssert<P> tpsIsBelow(double transactionsPerSecond) {
        rate().below(transactionsPerSecond);
        return this;
    }

    /**
     * No statement was refused, no connection broke, and each commit was answered; of a stretch, the first two.
     *
     * @return this
     */
    public LoadAssert<P> hasNoErrors() {
        LoadNumbers.noErrors(measured, "load " + name, whole, write);
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

    private LimitAssertion rate() {
        return LoadNumbers.rate(
                measured, "the TPS of load " + name, whole == null ? null : whole.transactionsPerSecond(), write);
    }
}
