// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The time of a load in a plan, and the mapping of samples to its seconds. A sample belongs to the second with the nearest end,
 * because samples are never exactly on time.
 *
 * @param from its start, in seconds from the start of the measured part
 * @param to its end, likewise
 */
public record LoadSpan(String name, double from, double to) {

    /** Seconds without a commit before the end of its time after which a load counts as ended. */
    private static final double ENDED_SECONDS = 5;

    /** Samples are late by less than that, on a machine that is not overloaded. */
    private static final double LATE_SECONDS = 0.1;

    /** A sample with a smaller share of a load's second is partial. */
    private static final double WHOLE = 0.85;

    /**
     * Finds when the loads of a plan wrote.
     *
     * @return the loads that were begun, in the plan's order; none of a run that was not planned in phases
     */
    public static List<LoadSpan> of(RunResult run) {
        WriteSummary write = run.summary().write();
        List<LoadSpan> spans = new ArrayList<>();
        for (NamedLoad load : run.plan().loads()) {
            Optional<WorkloadSummary> summary = (write == null ? List.<WorkloadSummary>of() : write.workloads())
                    .stream().filter(one -> one.name().equals(load.name())).findFirst();
            run.phases().stream()
                    .filter(phase -> phase.loads().contains(load.name()))
                    .map(phase -> of(load, phase.fromSecond(), phase.toSecond(), summary))
                    .filter(span -> span.from() < span.to())
                    .forEach(spans::add);
        }
        return spans;
    }

    /**
     * Finds when the loads of a plan wrote that has no result.
     *
     * @return the loads that have committed something, in the plan's order
     */
    public static List<LoadSpan> of(Plan plan, List<PhasePart> phases) {
        List<LoadSpan> spans = new ArrayList<>();
        for (NamedLoad load : plan.loads()) {
            phases.stream()
                    .filter(phase -> phase.part().workloads().stream()
                            .anyMatch(one -> one.name().equals(load.name())))
                    .map(phase -> of(
                            load,
                            phase.fromSecond(),
                            phase.fromSecond() + phase.part().seconds(),
                            Optional.empty()))
                    .forEach(spans::add);
        }
        return spans;
    }

    private static LoadSpan of(NamedLoad load, double phaseFrom, double phaseTo, Optional<WorkloadSummary> summary) {
        double from = summary.map(WorkloadSummary::fromSecond)
                .orElse(phaseFrom + load.start().toNanos() / 1e9);
        double to =
                load.length().isZero() ? phaseTo : Math.min(from + load.length().toNanos() / 1e9, phaseTo);
        double lastCommit = summary.map(one -> from + one.seconds()).orElse(to);
        return new LoadSpan(load.name(), from, lastCommit + ENDED_SECONDS < to ? lastCommit : to);
    }

    /**
     * Finds the seconds of this load that a sample has.
     *
     * @param sampleFrom when the sample began, in seconds from the beginning of the measured part
     * @return their numbers, from 1; one, or several if earlier samples were missed; none if the load did not write, or did
     *     so only for a partial second
     */
    public IntStream secondsIn(double sampleFrom, double sampleTo) {
        return IntStream.rangeClosed((int) Math.max(0, Math.round(sampleFrom - from)) + 1, (int)
                Math.min(Math.floor(to - from + LATE_SECONDS), Math.round(sampleTo - from)));
    }

    /**
     * Returns true if a sample has a second of this load as a whole, or several.
     *
     * @return false if it has none, or a part of one
     */
    public boolean isWholeIn(double sampleFrom, double sampleTo) {
        long seconds = secondsIn(sampleFrom, sampleTo).count();
        double inside = Math.min(sampleTo, to) - Math.max(sampleFrom, from);
        return seconds > 0 && inside >= WHOLE * Math.min(seconds, sampleTo - sampleFrom);
    }

    /**
     * Finds what this load wrote in a sample.
     *
     * @return its second; {@code null} if it has none
     */
    public SampleRow.@Nullable Write write(SampleRow row) {
        if (row.workloads().isEmpty()) {
            return row.write();
        }
        return row.workloads().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .map(SampleRow.Workload::write)
                .orElse(null);
    }

    /**
     * Finds the latency of this load in a sample.
     *
     * @return its 99th percentile in ms; {@code null} without commits
     */
    public @Nullable Double p99Millis(SampleRow row) {
        SampleRow.Write write = write(row);
        return write == null ? null : write.latency().p99Millis();
    }
}
