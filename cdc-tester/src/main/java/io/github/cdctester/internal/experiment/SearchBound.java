// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Determines the cause that limits the highest rate. {@code docs/capacity.md} lists the rules. */
record SearchBound(int processors) {

    /** If the tester uses this share of all processors, its threads wait for processors. */
    private static final double BUSY_SHARE = 0.8;

    /** Transactions queue at the server if their service time is this many times the shortest of all passed trials. */
    private static final double QUEUED_FACTOR = 2;

    /**
     * Returns {@code null} if the cause is unknown.
     *
     * @param lowestFailed the last failed trial at the lowest failed rate
     */
    @Nullable
    Bound of(RateTrial lowestFailed, @Nullable LimitedBy limitedBy, List<RateTrial> trials) {
        return switch (lowestFailed.outcome()) {
            case LIMIT_BROKE ->
                limitedBy == LimitedBy.CONSUMER && ofConsumer(lowestFailed) == Bound.CONSUMER
                        ? Bound.CONSUMER
                        : Bound.LIMIT;
            case NOT_DELIVERED ->
                ofLoad(Objects.requireNonNull(lowestFailed.trial().result()), limitedBy, trials);
            case BACKLOG_GREW -> limitedBy == null ? null : ofBacklog(lowestFailed, limitedBy);
            case HELD, RUN_FAILED -> null;
        };
    }

    private @Nullable Bound ofBacklog(RateTrial lowestFailed, LimitedBy limitedBy) {
        return switch (limitedBy) {
            case TESTER -> Bound.READER;
            case MACHINE -> Bound.MACHINE;
            case SERVER -> Bound.SERVER;
            case CONSUMER -> ofConsumer(lowestFailed);
            case NONE -> null;
        };
    }

    /** The consumer may have waited for a processor if processors were busy. */
    private Bound ofConsumer(RateTrial lowestFailed) {
        Bound processorBound =
                ofProcessors(Objects.requireNonNull(lowestFailed.trial().result()));
        return processorBound == null ? Bound.CONSUMER : processorBound;
    }

    private @Nullable Bound ofProcessors(RunResult run) {
        TesterSummary tester = run.summary().tester();
        Double machinePercent = tester.machineCpuPercent();
        double drainSeconds = run.summary().cdc() == null ? 0 : run.summary().catchUpSeconds();
        if (tester.cpuSeconds() >= BUSY_SHARE * processors * (run.summary().seconds() + drainSeconds)) {
            return Bound.WRITER;
        }
        if (machinePercent != null && machinePercent >= ReaderShare.BUSY_MACHINE_PERCENT) {
            return Bound.MACHINE;
        }
        return null;
    }

    private Bound ofLoad(RunResult run, @Nullable LimitedBy limitedBy, List<RateTrial> trials) {
        Bound processorBound = ofProcessors(run);
        if (processorBound != null) {
            return processorBound;
        }
        double shortestServiceMillis = trials.stream()
                .filter(trial ->
                        trial.outcome() == TrialOutcome.HELD && trial.trial().result() != null)
                .mapToDouble(trial -> TrialJudge.serviceMillis(
                        Objects.requireNonNull(trial.trial().result())))
                .min()
                .orElse(Double.NaN);
        return limitedBy == LimitedBy.SERVER && TrialJudge.serviceMillis(run) >= QUEUED_FACTOR * shortestServiceMillis
                ? Bound.SERVER
                : Bound.WRITER;
    }
}
