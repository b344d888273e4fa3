// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.SampleRow;

/** Assertions on some seconds of a run. Seconds of the warm-up and the drain belong to them where they are asked for. */
public final class SecondsAssert {

    private final Measured measured;
    private final RunResultAssert back;

    SecondsAssert(Measured measured, RunResultAssert back) {
        this.measured = measured;
        this.back = back;
    }

    /**
     * Turns to DT of all that arrived in them.
     *
     * @return assertions on it
     */
    public DurationAssert<SecondsAssert> delay() {
        return LoadNumbers.delay(measured, this);
    }

    /**
     * Turns to the latency of all transactions that ended in them.
     *
     * @return assertions on it
     */
    public DurationAssert<SecondsAssert> latency() {
        return LoadNumbers.latency(
                measured, "the writers' latency", measured.result().summary().write(), SampleRow::write, this);
    }

    /**
     * Turns to the latency of one load.
     *
     * @param load its name
     * @return assertions on it
     */
    public DurationAssert<SecondsAssert> latencyOf(String load) {
        return LoadAssert.of(measured, load, this).latency(this);
    }

    /**
     * Turns to one load.
     *
     * @param name its name
     * @return assertions on it
     */
    public LoadAssert<SecondsAssert> load(String name) {
        return LoadAssert.of(measured, name, this);
    }

    /**
     * Turns to the rates.
     *
     * @return assertions on them
     */
    public ThroughputAssert<SecondsAssert> throughput() {
        return new ThroughputAssert<>(measured, this);
    }

    /**
     * No statement was refused, and no connection of the writers broke.
     *
     * @return this
     */
    public SecondsAssert hasNoErrors() {
        LoadNumbers.noErrors(
                measured, "the writers", measured.result().summary().write(), SampleRow::write);
        return this;
    }

    /**
     * Goes back to the whole run.
     *
     * @return the assertions on that
     */
    public RunResultAssert and() {
        return back;
    }
}
