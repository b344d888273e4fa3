// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

/**
 * Assertions on one load of a run.
 *
 * @param <P> what {@link #and()} goes back to
 */
public final class LoadAssert<P> {

    private final Writes writes;
    private final P back;

    LoadAssert(Writes writes, P back) {
        this.writes = writes;
        this.back = back;
    }

    /** Turns to the load's latency: commit acknowledged minus intended start. */
    public DurationAssert<LoadAssert<P>> latency() {
        return writes.latency(this);
    }

    /** The load committed more than so many transactions a second. */
    public LoadAssert<P> tpsIsAbove(double transactionsPerSecond) {
        writes.tps().above(transactionsPerSecond);
        return this;
    }

    /** The load committed less than so many transactions a second. */
    public LoadAssert<P> tpsIsBelow(double transactionsPerSecond) {
        writes.tps().below(transactionsPerSecond);
        return this;
    }

    /** No statement was refused, no connection broke, and each commit was answered; of an interval, the first two. */
    public LoadAssert<P> hasNoErrors() {
        writes.hasNoErrors();
        return this;
    }

    /** Returns to the parent assertion. */
    public P and() {
        return back;
    }
}
