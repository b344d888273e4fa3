// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.ProbeTotals;
import io.github.cdctester.internal.run.outcome.ProbeTotals.OwnFigure;
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
 * Builds one result per phase of a run. The totals were counted during the phase. Each sample belongs to the phase that contains
 * the greater part of its second; samples remain in the storage of the whole run, which may be on disk.
 */
final class PhaseResults {

    private final RunResult whole;
    private final List<PhaseTotals> phases;
    private final Map<String, OwnFigure> figures;
    private final List<ProbeTotals> probes;
    private final PhaseSeconds phaseSeconds;
    private final int[] first;
    private final int[] afterLast;
    private int index;

    /** @param figures values of the result to compare with a server's own figures, by the series of the probes */
    PhaseResults(RunResult whole, List<PhaseTotals> phases, Map<String, OwnFigure> figures) {
        this.whole = whole;
        this.phases = phases;
        this.figures = figures;
        probes = phases.stream().map(phase -> new ProbeTotals()).toList();
        phaseSeconds = new PhaseSeconds(
                phases.stream().mapToDouble(phase -> phase.span().fromSecond()).toArray(),
                phases.stream().mapToDouble(phase -> phase.span().toSecond()).toArray());
        first = new int[phases.size()];
        afterLast = new int[phases.size()];
    }

    void add(SampleRow row) {
        int phase = phaseSeconds.phaseOf(row);
        if (phase != PhaseSeconds.NONE) {
            first[phase] = afterLast[phase] == 0 ? index : first[phase];
            afterLast[phase] = index + 1;
            probes.get(phase).add(row.probes());
        }
        index++;
    }

    List<PhaseResult> all() {
        List<PhaseResult> results = new ArrayList<>();
        for (PhaseTotals phase : phases) {
            int number = results.size();
            PhaseSpan span = phase.span();
            results.add(new PhaseResult(
                    number + 1,
                    span.name(),
                    span.fromSecond(),
                    span.toSecond(),
                    span.ended(),
                    result(phase, probes.get(number), whole.samples().subList(first[number], afterLast[number]))));
        }
        return results;
    }

    private RunResult result(PhaseTotals phase, ProbeTotals read, List<SampleRow> seconds) {
        PhaseSpan span = phase.span();
        Summary summary = new Summary(
                span.toSecond() - span.fromSecond(),
                phase.cdc(),
                List.of(),
                null,
                phase.write(),
                whole.summary().tester(),
                List.of());
        Set<String> series =
                whole.summary().probes().stream().map(ProbeSummary::series).collect(Collectors.toSet());
        List<ProbeSummary> probed = read
                .summaries(
                        figures,
                        ours -> ours.valueIn(new MeasuredRun(whole.plan(), summary, whole.verdict(), List.of())))
                .stream()
                .filter(probe -> series.contains(probe.series())) // samples also have other series
                .toList();
        return whole.ofPhase(span, summary.withProbes(probed), seconds);
    }

    /**
     * Assigns each sample to the phase that contains the greater part of its second. Samples are about one second long, sometimes
     * longer, so their positions are computed by adding their lengths.
     */
    static final class PhaseSeconds {

        /** Number for a sample between two phases, before the first or after the last phase. */
        static final int NONE = -1;

        private final double[] from;
        private final double[] to;
        private int next;
        private double end;
        private boolean begun;

        /** @param from starts of the phases, in seconds from the start of the measured part, ascending */
        PhaseSeconds(double[] from, double[] to) {
            this.from = from;
            this.to = to;
        }

        /** Returns the number of the phase of the next sample, from 0, or {@link #NONE}. */
        int phaseOf(SampleRow row) {
            if (row.phase() == SampleRow.RunPart.WARM_UP) {
                begun = true;
                return NONE;
            }
            if (!begun) {
                begun = true;
                end = row.second() - 1; // the first samples of a very long run may no longer be stored
            }
            double middle = end + row.seconds() / 2;
            end += row.seconds();
            while (next < to.length && middle >= to[next]) {
                next++;
            }
            return next < to.length && middle >= from[next] ? next : NONE;
        }
    }
}
