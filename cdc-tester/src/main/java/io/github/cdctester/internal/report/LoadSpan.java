// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.report.UnfinishedRun.OneLoad;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * When a load of a plan wrote, and which of its seconds a sample has. A sample belongs to the second that ends nearest to its own end,
 * as none is taken exactly at its time.
 *
 * @param name the load
 * @param from when it was begun, in seconds from the beginning of the measured part
 * @param to when its time was over, likewise
 */
public record LoadSpan(String name, double from, double to) {

    /** A load that made its last commit so long before its time was over had ended by then. */
    private static final double ENDED_SECONDS = 5;

    /** Samples are late by less than that, on a machine that is not overloaded. */
    private static final double LATE_SECONDS = 0.1;

    /** A sample with less than that of a load's second is a part of one. */
    private static final double WHOLE = 0.85;

    /**
     * Finds when the loads of a plan wrote.
     *
     * @param run all phases as one run
     * @return the loads that were begun, in the plan's order; none of a run that was not planned in phases
     */
    public static List<LoadSpan> of(RunResult run) {
        WriteSummary write = run.summary().write();
        List<WorkloadSummary> summaries = write == null ? List.of() : write.workloads();
        List<LoadSpan> spans = new ArrayList<>();
        for (NamedLoad load : run.plan().loads()) {
            Optional<WorkloadSummary> summary = summaries.stream()
                    .filter(one -> one.name().equals(load.name()))
                    .findFirst();
            run.phases().stream()
                    .filter(phase -> phase.loads().contains(load.name()))
                    .findFirst()
                    .map(phase -> of(load, phase, summary))
                    .filter(span -> span.from() < span.to())
                    .ifPresent(spans::add);
        }
        return spans;
    }

    private static LoadSpan of(NamedLoad load, PhaseSpan phase, Optional<WorkloadSummary> summary) {
        Double begun = summary.map(WorkloadSummary::fromSecond).orElse(null);
        double from = begun == null ? phase.fromSecond() + seconds(load.start()) : begun;
        double to = end(load, from, phase.toSecond());
        double lastCommit = summary.map(one -> from + one.seconds()).orElse(to);
        return new LoadSpan(load.name(), from, lastCommit + ENDED_SECONDS < to ? lastCommit : to);
    }

    /**
     * Finds when the loads of a plan wrote that has no result.
     *
     * @param run what is known of it
     * @return the loads that have committed something, in the plan's order
     */
    public static List<LoadSpan> of(UnfinishedRun run) {
        Plan plan = run.plan();
        List<LoadSpan> spans = new ArrayList<>();
        for (NamedLoad load : plan.loads()) {
            for (PhasePart phase : run.phases()) {
                if (phase.part().workloads().stream().map(OneLoad::name).anyMatch(load.name()::equals)) {
                    double from = phase.fromSecond() + seconds(load.start());
                    spans.add(new LoadSpan(
                            load.name(),
                            from,
                            end(load, from, phase.fromSecond() + phase.part().seconds())));
                }
            }
        }
        return spans;
    }

    /** No later than its phase. */
    private static double end(NamedLoad load, double from, double phaseEnd) {
        return load.length().isZero() ? phaseEnd : Math.min(from + seconds(load.length()), phaseEnd);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    /**
     * Finds the seconds of this load that a sample has.
     *
     * @param sampleFrom when the sample began, in seconds from the beginning of the measured part
     * @param sampleTo when it ended
     * @return their numbers, from 1; one, or several where samples before it were not taken; none where the load did not write, or did so for
     *     a part of a second only that is not one of its own
     */
    public IntStream secondsIn(double sampleFrom, double sampleTo) {
        return IntStream.rangeClosed((int) Math.max(0, Math.round(sampleFrom - from)) + 1, (int)
                Math.min(Math.floor(to - from + LATE_SECONDS), Math.round(sampleTo - from)));
    }

    /**
     * Tells whether a sample has a second of this load as a whole, or several.
     *
     * @param sampleFrom when the sample began
     * @param sampleTo when it ended
     * @return false where it has none, or a part of one
     */
    public boolean isWholeIn(double sampleFrom, double sampleTo) {
        long seconds = secondsIn(sampleFrom, sampleTo).count();
        double inside = Math.min(sampleTo, to) - Math.max(sampleFrom, from);
        return seconds > 0 && inside >= WHOLE * Math.min(seconds, sampleTo - sampleFrom);
    }
}
