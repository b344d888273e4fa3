// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The time span in which a load wrote, in seconds from the start of the measured part. A sample belongs to the second with the
 * nearest end, because samples are never exactly on time.
 */
public record LoadSpan(String name, double from, double to) {

    /** If a load commits nothing for longer than this before its end, its span ends at its last commit. */
    private static final double MIN_IDLE_SECONDS = 5;

    /** Samples are late by less than this, unless the machine is overloaded. */
    private static final double MAX_LATE_SECONDS = 0.1;

    /** A second is complete if a sample covers at least this share of it. */
    private static final double MIN_COVERED_SHARE = 0.85;

    /** Returns one span per load and phase, in the plan's order; none if the run has no phases. */
    public static List<LoadSpan> of(RunResult run) {
        WriteSummary write = run.summary().write();
        List<LoadSpan> spans = new ArrayList<>();
        for (NamedLoad load : run.plan().loads()) {
            Optional<WorkloadSummary> summary = (write == null ? List.<WorkloadSummary>of() : write.workloads())
                    .stream()
                            .filter(workload -> workload.name().equals(load.name()))
                            .findFirst();
            run.phases().stream()
                    .filter(phase -> phase.loads().contains(load.name()))
                    .map(phase -> of(load, phase.fromSecond(), phase.toSecond(), summary))
                    .filter(span -> span.from() < span.to())
                    .forEach(spans::add);
        }
        return spans;
    }

    /** Returns the spans of a plan that has no result yet. Only loads with a commit are included. */
    public static List<LoadSpan> of(Plan plan, List<PhasePart> phases) {
        List<LoadSpan> spans = new ArrayList<>();
        for (NamedLoad load : plan.loads()) {
            phases.stream()
                    .filter(phase -> phase.part().workloads().stream()
                            .anyMatch(workload -> workload.name().equals(load.name())))
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
        double lastCommit = summary.map(workload -> from + workload.seconds()).orElse(to);
        return new LoadSpan(load.name(), from, lastCommit + MIN_IDLE_SECONDS < to ? lastCommit : to);
    }

    /**
     * Returns the seconds of this load, counted from 1, that a sample covers. A sample covers several seconds if earlier
     * samples were missed.
     *
     * @param sampleFrom in seconds from the start of the measured part
     */
    public IntStream secondsIn(double sampleFrom, double sampleTo) {
        return IntStream.rangeClosed((int) Math.max(0, Math.round(sampleFrom - from)) + 1, (int)
                Math.min(Math.floor(to - from + MAX_LATE_SECONDS), Math.round(sampleTo - from)));
    }

    public boolean hasWholeSecondIn(double sampleFrom, double sampleTo) {
        long seconds = secondsIn(sampleFrom, sampleTo).count();
        double coveredSeconds = Math.min(sampleTo, to) - Math.max(sampleFrom, from);
        return seconds > 0 && coveredSeconds >= MIN_COVERED_SHARE * Math.min(seconds, sampleTo - sampleFrom);
    }

    /** Returns {@code null} if the load did not write. */
    public SampleRow.@Nullable Write write(SampleRow row) {
        if (row.workloads().isEmpty()) {
            return row.write();
        }
        return row.workloads().stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .map(SampleRow.Workload::write)
                .orElse(null);
    }

    /** Returns {@code null} without commits. */
    public @Nullable Double p99Millis(SampleRow row) {
        SampleRow.Write write = write(row);
        return write == null ? null : write.latency().p99Millis();
    }
}
