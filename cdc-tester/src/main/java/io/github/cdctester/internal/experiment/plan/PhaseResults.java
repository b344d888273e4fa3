// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.ProbeTotals;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
import io.github.cdctester.internal.value.MeasuredRun;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Builds one result per phase of a run. Each sample belongs to the phase that contains the middle of its second. The samples are not
 * copied, because they may be on disk.
 */
final class PhaseResults {

    private final RunResult wholeRun;
    private final List<PhaseTotals> phases;
    private final Map<String, ResultMetric> comparedMetrics;
    private final List<ProbeTotals> probes;
    private final PhaseSeconds phaseSeconds;
    private final int[] firstSampleIndexes;
    private final int[] endSampleIndexes;
    private int sampleIndex;

    /** @param comparedMetrics by probe series */
    PhaseResults(RunResult wholeRun, List<PhaseTotals> phases, Map<String, ResultMetric> comparedMetrics) {
        this.wholeRun = wholeRun;
        this.phases = phases;
        this.comparedMetrics = comparedMetrics;
        probes = phases.stream().map(phase -> new ProbeTotals()).toList();
        phaseSeconds = new PhaseSeconds(
                phases.stream().mapToDouble(phase -> phase.span().fromSecond()).toArray(),
                phases.stream().mapToDouble(phase -> phase.span().toSecond()).toArray());
        firstSampleIndexes = new int[phases.size()];
        endSampleIndexes = new int[phases.size()];
    }

    void add(SampleRow row) {
        int index = phaseSeconds.phaseIndexOf(row);
        if (index != PhaseSeconds.NONE) {
            firstSampleIndexes[index] = endSampleIndexes[index] == 0 ? sampleIndex : firstSampleIndexes[index];
            endSampleIndexes[index] = sampleIndex + 1;
            probes.get(index).add(row.probes(), row);
        }
        sampleIndex++;
    }

    List<PhaseResult> phaseResults() {
        List<PhaseResult> results = new ArrayList<>();
        for (PhaseTotals phase : phases) {
            int index = results.size();
            PhaseSpan span = phase.span();
            results.add(new PhaseResult(
                    index + 1,
                    span.name(),
                    span.fromSecond(),
                    span.toSecond(),
                    span.ended(),
                    result(
                            phase,
                            probes.get(index),
                            wholeRun.samples().subList(firstSampleIndexes[index], endSampleIndexes[index]))));
        }
        return results;
    }

    private RunResult result(PhaseTotals phase, ProbeTotals totals, List<SampleRow> seconds) {
        PhaseSpan span = phase.span();
        Summary summary = new Summary(
                span.toSecond() - span.fromSecond(),
                phase.cdc(),
                List.of(),
                null,
                phase.write(),
                phase.tester(),
                List.of());
        Set<String> series =
                wholeRun.summary().probes().stream().map(ProbeSummary::series).collect(Collectors.toSet());
        List<ProbeSummary> probeSummaries = totals
                .summaries(
                        comparedMetrics,
                        metric -> metric.valueIn(
                                new MeasuredRun(wholeRun.plan(), summary, wholeRun.verdict(), List.of())),
                        summary.cdc())
                .stream()
                .filter(probe -> series.contains(probe.series())) // samples also contain other series
                .toList();
        return wholeRun.ofPhase(span, summary.withProbes(probeSummaries), seconds);
    }

    /** Some samples are longer than one second, so a sample starts at the sum of all earlier lengths. */
    static final class PhaseSeconds {

        static final int NONE = -1;

        private final double[] phaseStarts;
        private final double[] phaseEnds;
        private int nextPhaseIndex;
        private double endSecond;
        private boolean hasStarted;

        /** @param phaseStarts in seconds from the start of the measured part, ascending */
        PhaseSeconds(double[] phaseStarts, double[] phaseEnds) {
            this.phaseStarts = phaseStarts;
            this.phaseEnds = phaseEnds;
        }

        int phaseIndexOf(SampleRow row) {
            if (row.phase() == SampleRow.RunPart.WARM_UP) {
                hasStarted = true;
                return NONE;
            }
            if (!hasStarted) {
                hasStarted = true;
                endSecond = row.second() - 1; // the first samples of a very long run may no longer be stored
            }
            double middle = endSecond + row.seconds() / 2;
            endSecond += row.seconds();
            while (nextPhaseIndex < phaseEnds.length && middle >= phaseEnds[nextPhaseIndex]) {
                nextPhaseIndex++;
            }
            return nextPhaseIndex < phaseEnds.length && middle >= phaseStarts[nextPhaseIndex] ? nextPhaseIndex : NONE;
        }
    }
}
