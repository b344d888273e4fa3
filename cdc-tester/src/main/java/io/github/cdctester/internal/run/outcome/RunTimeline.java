// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.FaultMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import java.time.Instant;
import java.util.List;

/**
 * How a run went, beside what its meters hold.
 *
 * @param startedAt when the measured part began, or the run where it did not get so far
 * @param openedNanos when the measured part began, by the run's clock; 0 where it did not get so far
 * @param closedNanos when it ended, by the same clock
 * @param interrupted whether somebody wanted the end
 * @param behind the streams whose end was not seen
 * @param endKnownBefore whether the run ends at the end that the log had at its beginning
 * @param usage what this process had used when the measured part began
 * @param usageAtEnd what it had used when the readers had ended
 * @param measured the phases that it went through; none where it was not planned in phases
 * @param faults what was broken on purpose
 */
public record RunTimeline(
        Instant startedAt,
        long openedNanos,
        long closedNanos,
        boolean interrupted,
        List<String> behind,
        boolean endKnownBefore,
        TesterUsage usage,
        TesterUsage usageAtEnd,
        List<MeasuredPhase> measured,
        List<FaultMark> faults) {

    /** Checks nothing, as all of it was measured. */
    public RunTimeline {
        behind = List.copyOf(behind);
        measured = List.copyOf(measured);
        faults = List.copyOf(faults);
    }

    /** How each phase went. */
    public List<PhaseSpan> phases() {
        return measured.stream().map(MeasuredPhase::span).toList();
    }

    /** How long the measured part lasted, in seconds. */
    double seconds() {
        return openedNanos == 0 ? 0 : (closedNanos - openedNanos) / 1e9;
    }
}
