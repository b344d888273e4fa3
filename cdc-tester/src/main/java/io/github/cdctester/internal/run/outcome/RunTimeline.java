// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import java.time.Instant;
import java.util.List;

/**
 * How a run went, beside what its meters hold.
 *
 * @param openedNanos when the measured part began, by the run's clock; 0 where it did not get so far
 * @param measured the phases that it went through; none where it was not planned in phases
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
