// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Times and states of a run. Used by the run's thread only. */
public final class RunTimeline {

    public record MeasuredPhase(PhaseSpan span, @Nullable CdcSummary cdc, TesterSummary tester) {}

    /** Start of the run if the measured part did not start. */
    public Instant startedAt = Instant.now();

    /** Start of the measured part, by the run's clock; 0 if it did not start. */
    public long openedNanos;

    /** End of the measured part, by the run's clock; 0 before the end. */
    public long closedNanos;

    /** The same end, by this machine's wall clock. */
    Instant closedAt = Instant.EPOCH;

    /** True if a stop was requested. */
    public boolean interrupted;

    /** Names of the streams that did not reach the log's end in time. */
    public List<String> streamsBehind = List.of();

    /** The log's end is queried at the start. */
    public boolean endsAtInitialLogEnd;

    public boolean played;

    public final List<MeasuredPhase> measuredPhases = new ArrayList<>();

    public List<FaultMark> faults = List.of();

    TesterUsage usageAtStart = TesterUsage.atStart();

    public TesterUsage usageAtEnd = usageAtStart;
    private @Nullable ProcessUsage processAtEnd;

    /** Share of the machine's processors in use during the measured part, 0 to 1; negative if unknown. */
    double machineLoad = ProcessUsage.machineLoad();

    /** @param leadNanos time to the start of the measured part */
    public void openWindow(long nowNanos, long leadNanos) {
        startedAt = Instant.now().plusNanos(leadNanos);
        usageAtStart = TesterUsage.atStart();
        machineLoad = ProcessUsage.machineLoad();
        openedNanos = nowNanos + leadNanos;
    }

    public void close(long nowNanos) {
        closedNanos = nowNanos;
        closedAt = Instant.now();
    }

    /**
     * Called when the streams have reached their end: the usage of this process is divided by the time until then. Only the first call
     * has an effect.
     */
    public void endProcessUsage() {
        if (processAtEnd == null) {
            processAtEnd = ProcessUsage.now();
            machineLoad = ProcessUsage.machineLoad();
        }
    }

    /** Called after the readers have ended. Sets the process's usage to the usage at the first {@link #endProcessUsage}, if called. */
    public void setUsageAtEnd(TesterUsage usage) {
        endProcessUsage();
        usageAtEnd = usage.withProcess(Objects.requireNonNull(processAtEnd));
    }

    /** Returns true if the measured part has started. */
    public boolean hasOpened() {
        return openedNanos != 0;
    }

    public List<PhaseSpan> phases() {
        return measuredPhases.stream().map(MeasuredPhase::span).toList();
    }

    double seconds() {
        return hasOpened() ? (closedNanos - openedNanos) / 1e9 : 0;
    }

    /**
     * Returns the seconds from the end of the measured part to an arrival; 0 if it was earlier. The wall clock may have been set
     * in the measured part.
     *
     * @param byThisClock true if the arrival is a time of this machine's wall clock; false for a node's clock
     */
    double secondsFromEnd(long arrivalMicros, boolean byThisClock) {
        double endMicros =
                byThisClock ? EpochMicrosClock.micros(closedAt) : EpochMicrosClock.micros(startedAt) + seconds() * 1e6;
        return Math.max(0, (arrivalMicros - endMicros) / 1e6);
    }
}
