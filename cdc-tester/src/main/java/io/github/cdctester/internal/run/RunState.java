// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.outcome.MeasuredPhase;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.outcome.TesterUsage;
import io.github.cdctester.result.RunResult.FaultMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a run has come to, beside the meters. Confined to the conductor's thread. */
final class RunState {

    Instant startedAt = Instant.now();
    long openedNanos;
    long closedNanos;
    boolean interrupted;

    /** The streams whose end was not seen. */
    List<String> behind = List.of();

    /** Whether the run ends at the end that the log had at its beginning. */
    boolean endKnownBefore;

    /** Those that have ended, in order. */
    final List<MeasuredPhase> phases = new ArrayList<>();

    /** What was broken on purpose. */
    List<FaultMark> faults = List.of();

    TesterUsage usage = TesterUsage.now();
    TesterUsage usageAtEnd = usage;

    RunTimeline course() {
        return new RunTimeline(
                startedAt,
                openedNanos,
                closedNanos,
                interrupted,
                behind,
                endKnownBefore,
                usage,
                usageAtEnd,
                phases,
                faults);
    }

    /** The measured part begins. */
    void open(long nowNanos) {
        startedAt = Instant.now();
        usage = TesterUsage.now();
        openedNanos = nowNanos;
    }
}
