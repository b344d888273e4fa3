// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.summary.CdcSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The course of a run, in addition to its meters: written and read by the conductor's thread. */
public final class RunTimeline {

    /** A phase with its measurements. */
    public record MeasuredPhase(PhaseSpan span, @Nullable CdcSummary cdc) {}

    /** Start of the measured part, or of the run if it did not reach that part. */
    public Instant startedAt = Instant.now();

    /** When the measured part began, by the run's clock; 0 if it did not get so far. */
    public long openedNanos;

    /** When the measured part ended, by the run's clock. */
    public long closedNanos;

    /** True if a stop was requested. */
    public boolean interrupted;

    /** The streams whose end was not seen. */
    public List<String> behind = List.of();

    /** True if the run ends at the log's end at its start. */
    public boolean endKnownBefore;

    /** True if the log was played from a recording. */
    public boolean played;

    public final List<MeasuredPhase> measured = new ArrayList<>();

    public List<FaultMark> faults = List.of();

    /** Usage of this process when the measured part began. */
    public TesterUsage usage = TesterUsage.now();

    /** Usage when the readers had ended. */
    public TesterUsage usageAtEnd = usage;

    public void open(long nowNanos) {
        startedAt = Instant.now();
        usage = TesterUsage.now();
        openedNanos = nowNanos;
    }

    public List<PhaseSpan> phases() {
        return measured.stream().map(MeasuredPhase::span).toList();
    }

    double seconds() {
        return openedNanos == 0 ? 0 : (closedNanos - openedNanos) / 1e9;
    }
}
