// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

/**
 * Assertions on one load of a run.
 *
 * @param <P> type returned by {@link #and()}
 */
public final class LoadAssert<P> {

    private final Writes writes;
    private final P parent;

    LoadAssert(Writes writes, P parent) {
        this.writes = writes;
        this.parent = parent;
    }

    /** Returns assertions on the load's latency: acknowledgement of the commit minus intended start. */
    public DurationAssert<LoadAssert<P>> latency() {
        return writes.latency(this);
    }

    /** Fails unless the load committed more transactions per second than the limit. */
    public LoadAssert<P> tpsIsAbove(double transactionsPerSecond) {
        writes.tps().requireAbove(transactionsPerSecond);
        return this;
    }

    /** Fails unless the load committed fewer transactions per second than the limit. */
    public LoadAssert<P> tpsIsBelow(double transactionsPerSecond) {
        writes.tps().requireBelow(transactionsPerSecond);
        return this;
    }

    /** Fails if a statement was rejected or a connection broke. For a whole run, also fails if a commit was not acknowledged. */
    public LoadAssert<P> hasNoErrors() {
        writes.hasNoErrors();
        return this;
    }

    /** Returns to the parent assertion. */
    public P and() {
        return parent;
    }
}
