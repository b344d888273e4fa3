// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The totals of a phase. They are not sums of seconds: the streams' part was counted between two moments, and each load writes in
 * one phase only.
 *
 * @param cdc the streams; {@code null} for none
 * @param write its loads; {@code null} for none
 */
public record PhaseTotals(
        PhaseSpan span, @Nullable CdcSummary cdc, @Nullable WriteSummary write) {

    /**
     * Adds each phase's loads to its streams, after counting has ended.
     *
     * @param loads the loads; none if other clients wrote
     */
    public static List<PhaseTotals> of(RunTimeline timeline, Sampler sampler, List<RunningLoad> loads) {
        WriteTotals writes = new WriteTotals(timeline, sampler.loads(), loads);
        return timeline.measured.stream()
                .map(phase -> new PhaseTotals(
                        phase.span(),
                        phase.cdc(),
                        writes.of(
                                phase.span().loads(),
                                phase.span().toSecond() - phase.span().fromSecond())))
                .toList();
    }
}
