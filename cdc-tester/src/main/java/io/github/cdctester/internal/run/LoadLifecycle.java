// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.run.EndWatch.ActualEnd;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The state of one load in a phase: waiting, writing, ended. Used by the run's thread only. */
final class LoadLifecycle {

    private final NamedLoad load;
    private final LoadTiming timing;
    private final @Nullable EndWatch endWatch;
    private boolean hasStarted;
    private boolean isOver;
    private long beganNanos;
    private @Nullable ActualEnd actualEnd;

    LoadLifecycle(NamedLoad load, LoadTiming timing, Function<PhaseEnd, EndWatch> createWatch) {
        this.load = load;
        this.timing = timing;
        endWatch = timing.until().map(createWatch).orElse(null);
    }

    String name() {
        return load.name();
    }

    /** Returns empty if this load starts with the phase. */
    Optional<String> precedingLoad() {
        return timing.after();
    }

    void begin(long nowNanos) {
        hasStarted = true;
        beganNanos = nowNanos + load.start().toNanos();
    }

    /** The load was neither started nor stopped. */
    boolean isWaiting() {
        return !hasStarted && actualEnd == null;
    }

    boolean isOver() {
        return isOver;
    }

    /** The requested or actual end; {@code null} before it. */
    @Nullable
    ActualEnd actualEnd() {
        return actualEnd;
    }

    /** Called after the last transaction, with or without a stop request. */
    void recordEnd(long nowNanos, boolean hasReachedLimit) {
        isOver = true;
        if (actualEnd == null) {
            String time = PhaseRunner.seconds(load.length());
            String notMetText = endWatch == null ? "" : endWatch.notMetMessage(" within " + time);
            actualEnd = hasReachedLimit
                    ? new ActualEnd(Cause.TRANSACTIONS, "", load.transactions() + " transactions", nowNanos)
                    : new ActualEnd(Cause.TIME, "", notMetText.isEmpty() ? time : notMetText, nowNanos);
        }
    }

    /** Returns true if no end was recorded before. */
    boolean endWithPhase(long nowNanos) {
        boolean isFirstEnd = actualEnd == null;
        if (isFirstEnd) {
            actualEnd = new ActualEnd(Cause.PHASE, "", "with the phase", nowNanos);
        }
        return isFirstEnd;
    }

    /** Returns true only when the condition is met for the first time. */
    boolean checkEnd(long nowNanos) {
        if (endWatch == null || !hasStarted || actualEnd != null || nowNanos - beganNanos < 0) {
            return false;
        }
        actualEnd = endWatch.check(beganNanos, nowNanos).orElse(null);
        return actualEnd != null;
    }

    /** Returns empty unless the load wrote during the whole interval. */
    Optional<StableRate> stableRate(long fromNanos, long toNanos) {
        boolean isWriting = hasStarted
                && actualEnd == null
                && fromNanos - beganNanos >= 0
                && toNanos - beganNanos - load.length().toNanos() <= 0;
        return isWriting && endWatch != null ? endWatch.stableRate() : Optional.empty();
    }
}
