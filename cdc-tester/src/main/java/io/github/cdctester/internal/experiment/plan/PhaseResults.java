// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.ProbeTotals;
import io.github.cdctester.internal.run.outcome.ProbeTotals.OwnFigure;
import io.github.cdctester.internal.value.MeasuredRun;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Each phase of a run as a run's result. Its numbers were counted during the phase. Its seconds are the ones that are mostly inside
 * it; they remain part of the whole run's storage, perhaps on disk.
 */
final class PhaseResults {

    private final RunResult whole;
    private final List<PhaseTotals> phases;
    private final Map<String, OwnFigure> figures;
    private final List<ProbeTotals> probes;
    private final PhaseSeconds places;
    private final int[] first;
    private final int[] behind;
    private int index;

    /**
     * Begins before the first second.
     *
     * @param figures the series of probes that are the server's own figures
     */
    PhaseResults(RunResult whole, List<PhaseTotals> phases, Map<String, OwnFigure> figures) {
        this.whole = whole;
        this.phases = phases;
        this.figures = figures;
        probes = phases.stream().map(phase -> new ProbeTotals()).toList();
        places = new PhaseSeconds(
                phases.stream().mapToDouble(phase -> phase.span().fromSecond()).toArray(),
                phases.stream().mapToDouble(phase -> phase.span().toSecond()).toArray());
        first = new int[phases.size()];
        behind = new int[phases.size()];
    }

    void add(SampleRow row) {
        int phase = places.phaseOf(row);
        if (phase != PhaseSeconds.NONE) {
            first[phase] = behind[phase] == 0 ? index : first[phase];
            behind[phase] = index + 1;
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
                    result(phase, probes.get(number), whole.samples().subList(first[number], behind[number]))));
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
                .summaries(figures, ours -> ours.in(new MeasuredRun(whole.plan(), summary, whole.verdict(), List.of())))
                .stream()
                .filter(probe -> series.contains(probe.series())) // samples also have other series
                .toList();
        return whole.ofPhase(span, summary.withProbes(probed), seconds);
    }

    /**
     * Assigns each second to the phase in which the greater part of it lies. Seconds are about one second long, and now and
     * then longer, so their places are found by adding them up.
     */
    static final class PhaseSeconds {

        /** Seconds between two phases, before the first or after the last. */
        static final int NONE = -1;

        private final double[] from;
        private final double[] to;
        private int next;
        private double end;
        private boolean begun;

        /**
         * Begins before the first second.
         *
         * @param from when each phase begins, in seconds from the beginning of the measured part, ascending
         */
        PhaseSeconds(double[] from, double[] to) {
            this.from = from;
            this.to = to;
        }

        /** The phase of the next second, from 0; or {@link #NONE}. */
        int phaseOf(SampleRow row) {
            if (row.phase() == SampleRow.RunPart.WARM_UP) {
                begun = true;
                return NONE;
            }
            if (!begun) {
                begun = true;
                end = row.second() - 1; // the first ones of a very long run may be gone
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
