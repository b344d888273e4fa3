// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether the first load's transactions were started when they were due.
 *
 * @param threads its workers
 * @param write what it did
 */
record Delivery(int threads, WriteSummary write) {

    /** More of the schedule that is left out is a load that was not delivered. */
    private static final double SHORT_PERCENT = 1;

    /** More is no chance. */
    private static final double CLEAR_PERCENT = 5;

    /** At any end of an open loop one or two are just being started. */
    private static final long JUST_BEING_STARTED = 2;

    /** Workers that wait for the server's answers for so much of the time have none left to start more. */
    private static final double BUSY = 0.8;

    static Delivery of(RunResult result) {
        NamedLoad load = result.plan().loads().get(0);
        WriteSummary all = Objects.requireNonNull(result.summary().write(), "a search writes");
        return new Delivery(
                load.load().threads(),
                all.workloads().stream()
                        .filter(one -> one.name().equals(load.name()))
                        .map(WorkloadSummary::write)
                        .findFirst()
                        .orElse(all));
    }

    boolean isShort() {
        return leftOutPercent() > SHORT_PERCENT && notStarted() > JUST_BEING_STARTED;
    }

    boolean isClear() {
        return leftOutPercent() > CLEAR_PERCENT && notStarted() > JUST_BEING_STARTED;
    }

    double reached() {
        return write.transactionsPerSecond();
    }

    /** The server where the workers wait for its answers; else the tester, whose workers do not get to start. */
    @Nullable
    LimitedBy limitedBy() {
        Double busy = busyShare();
        return busy == null ? null : busy >= BUSY ? LimitedBy.SERVER : LimitedBy.TESTER;
    }

    String inWords() {
        LimitedBy limitedBy = limitedBy();
        String who = limitedBy == null
                ? "the server or the workers were the limit"
                : limitedBy == LimitedBy.SERVER
                        ? String.format(
                                Locale.ROOT,
                                "the %d threads waited for the server's answers for %.0f %% of the time: it is the limit, or"
                                        + " they are too few",
                                threads,
                                100 * Objects.requireNonNull(busyShare()))
                        : "the threads were not waiting for the server: the tester is the limit";
        return String.format(
                Locale.ROOT,
                "the load could not be delivered: %.1f %% of the starts were left out, %.1f transactions/s were reached; %s",
                leftOutPercent(),
                reached(),
                who);
    }

    private double leftOutPercent() {
        Double percent = write.leftOutPercent();
        return percent == null ? 0 : percent;
    }

    private long notStarted() {
        Long count = write.notStarted();
        return count == null ? 0 : count;
    }

    private @Nullable Double busyShare() {
        Double mean = write.serviceTime().meanMillis();
        return mean == null ? null : (Double) Math.min(1, mean / 1e3 * write.transactionsPerSecond() / threads);
    }
}
