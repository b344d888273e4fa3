// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Names the one cause that ended a search, from CPU times and from how long threads waited. docs/capacity.md has the rules. */
record SearchBound(int processors) {

    /** From this share of all processors on, the tester's own threads wait for one another. */
    private static final double BUSY = 0.8;

    private static final double BUSY_MACHINE_PERCENT = 90;

    /** A server whose transactions take longer by this factor than at a rate that held has a queue. */
    private static final double QUEUED = 2;

    /** Finds the cause by the last trial at the lowest failed rate; {@code null} if unknown. */
    @Nullable
    Bound of(RateTrial broke, @Nullable LimitedBy limitedBy, List<RateTrial> trials) {
        return switch (broke.outcome()) {
            case LIMIT_BROKE ->
                limitedBy == LimitedBy.CONSUMER && ofConsumer(broke) == Bound.CONSUMER ? Bound.CONSUMER : Bound.LIMIT;
            case NOT_DELIVERED -> ofLoad(Objects.requireNonNull(broke.trial().result()), limitedBy, trials);
            case BACKLOG_GREW ->
                limitedBy == LimitedBy.TESTER
                        ? Bound.READER
                        : limitedBy == LimitedBy.SERVER
                                ? Bound.SERVER
                                : limitedBy == LimitedBy.CONSUMER ? ofConsumer(broke) : null;
            case HELD, RUN_FAILED -> null;
        };
    }

    /** A consumer may only have waited for a processor. */
    private Bound ofConsumer(RateTrial broke) {
        Bound busy = ofProcessors(Objects.requireNonNull(broke.trial().result()));
        return busy == null ? Bound.CONSUMER : busy;
    }

    private @Nullable Bound ofProcessors(RunResult run) {
        TesterSummary tester = run.summary().tester();
        Double machine = tester.machineCpuPercent();
        double drain = run.summary().cdc() == null ? 0 : run.summary().catchUpSeconds();
        if (tester.cpuSeconds() >= BUSY * processors * (run.summary().seconds() + drain)) {
            return Bound.WRITER;
        }
        if (machine != null && machine >= BUSY_MACHINE_PERCENT) {
            return Bound.MACHINE;
        }
        return null;
    }

    private Bound ofLoad(RunResult run, @Nullable LimitedBy limitedBy, List<RateTrial> trials) {
        Bound busy = ofProcessors(run);
        if (busy != null) {
            return busy;
        }
        double quick = trials.stream()
                .filter(trial ->
                        trial.outcome() == TrialOutcome.HELD && trial.trial().result() != null)
                .mapToDouble(trial -> TrialJudge.serviceMillis(
                        Objects.requireNonNull(trial.trial().result())))
                .min()
                .orElse(Double.NaN);
        return limitedBy == LimitedBy.SERVER && TrialJudge.serviceMillis(run) >= QUEUED * quick
                ? Bound.SERVER
                : Bound.WRITER;
    }
}
