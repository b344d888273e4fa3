// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.assertj.Measured.LimitedValue;
import io.github.cdctester.result.sample.SampleRow.Cdc;
import io.github.cdctester.result.summary.CdcSummary;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on rates. For an interval, a rate is the sum over its seconds divided by their duration. The stream's rates exclude the
 * tester's heartbeats. A rate that equals the limit fails.
 *
 * @param <P> type returned by {@link #and()}
 */
public final class ThroughputAssert<P> {

    private final Measured measured;
    private final P parent;

    ThroughputAssert(Measured measured, P parent) {
        this.measured = measured;
        this.parent = parent;
    }

    /** Fails unless the writers committed more transactions per second than the limit. */
    public ThroughputAssert<P> writeTpsIsAbove(double transactionsPerSecond) {
        writeTps().requireAbove(transactionsPerSecond);
        return this;
    }

    /** Fails unless the writers committed fewer transactions per second than the limit. */
    public ThroughputAssert<P> writeTpsIsBelow(double transactionsPerSecond) {
        writeTps().requireBelow(transactionsPerSecond);
        return this;
    }

    /** Fails unless the stream contained more transactions per second than the limit. */
    public ThroughputAssert<P> streamTpsIsAbove(double transactionsPerSecond) {
        streamTps().requireAbove(transactionsPerSecond);
        return this;
    }

    /** Fails unless the stream contained fewer transactions per second than the limit. */
    public ThroughputAssert<P> streamTpsIsBelow(double transactionsPerSecond) {
        streamTps().requireBelow(transactionsPerSecond);
        return this;
    }

    /** Fails unless the stream contained more bytes per second than the limit. */
    public ThroughputAssert<P> bpsIsAbove(double bytesPerSecond) {
        streamBps().requireAbove(bytesPerSecond);
        return this;
    }

    /** Fails unless the stream contained fewer bytes per second than the limit. */
    public ThroughputAssert<P> bpsIsBelow(double bytesPerSecond) {
        streamBps().requireBelow(bytesPerSecond);
        return this;
    }

    /** Fails unless the stream contained more events per second than the limit. */
    public ThroughputAssert<P> epsIsAbove(double eventsPerSecond) {
        streamEps().requireAbove(eventsPerSecond);
        return this;
    }

    /** Fails unless the stream contained fewer events per second than the limit. */
    public ThroughputAssert<P> epsIsBelow(double eventsPerSecond) {
        streamEps().requireBelow(eventsPerSecond);
        return this;
    }

    /** Returns to the parent assertion. */
    public P and() {
        return parent;
    }

    private LimitedValue writeTps() {
        return Writes.ofAll(measured).tps();
    }

    private LimitedValue streamTps() {
        return rate(
                "the stream's TPS",
                " TPS",
                CdcSummary::transactionsPerSecond,
                cdc -> cdc.transactions() - cdc.heartbeats());
    }

    private LimitedValue streamBps() {
        return rate(
                "the stream's BPS", " bytes/s", CdcSummary::bytesPerSecond, cdc -> cdc.bytes() - cdc.heartbeatBytes());
    }

    private LimitedValue streamEps() {
        return rate(
                "the stream's EPS",
                " events/s",
                CdcSummary::eventsPerSecond,
                cdc -> cdc.events() - cdc.heartbeatEvents());
    }

    /** @param count without heartbeats, like the rates of a run */
    private LimitedValue rate(
            String name, String unit, Function<CdcSummary, @Nullable Double> rateOfRun, ToLongFunction<Cdc> count) {
        CdcSummary cdc = measured.result().summary().cdc();
        return measured.rate(
                name,
                unit,
                cdc == null ? null : rateOfRun.apply(cdc),
                row -> count.applyAsLong(row.stream()),
                row -> row.cdc() == null || row.seconds() <= 0
                        ? null
                        : (Double) (count.applyAsLong(row.cdc()) / row.seconds()));
    }
}
