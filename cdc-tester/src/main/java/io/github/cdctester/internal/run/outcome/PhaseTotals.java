// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The totals of a phase. They are not sums of samples: streams are counted from the start to the end of the phase.
 *
 * @param cdc {@code null} without a stream
 * @param write {@code null} without loads
 */
public record PhaseTotals(
        PhaseSpan span, @Nullable CdcSummary cdc, @Nullable WriteSummary write, TesterSummary tester) {

    /** Called after counting has ended. */
    public static List<PhaseTotals> of(RunTimeline timeline, Sampler sampler, List<RunningLoad> loads) {
        WriteTotals writes = new WriteTotals(timeline, sampler.loads(), loads);
        return timeline.measuredPhases.stream()
                .map(phase -> new PhaseTotals(
                        phase.span(),
                        phase.cdc(),
                        writes.phaseSummary(
                                phase.span().loads(),
                                phase.span().toSecond() - phase.span().fromSecond()),
                        phase.tester()))
                .toList();
    }
}
