// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.run.EndWatch.Ended;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One load of a phase, from its begin to its end. For the conductor's thread. */
final class LoadCourse {

    private final NamedLoad load;
    private final LoadTiming timing;
    private final @Nullable EndWatch until;
    private boolean begun;
    private boolean over;
    private long beganNanos;
    private @Nullable Ended ended;

    LoadCourse(NamedLoad load, LoadTiming timing, Function<PhaseEnd, EndWatch> watched) {
        this.load = load;
        this.timing = timing;
        until = timing.until().map(watched).orElse(null);
    }

    String name() {
        return load.name();
    }

    /** The load from whose end its start counts. */
    Optional<String> after() {
        return timing.after();
    }

    void begins(long nowNanos) {
        begun = true;
        beganNanos = nowNanos + load.start().toNanos();
    }

    /** Neither begun nor stopped. */
    boolean isWaiting() {
        return !begun && ended == null;
    }

    boolean isOver() {
        return over;
    }

    /** Returns the cause of its actual or requested end; {@code null} before that. */
    @Nullable
    Ended ended() {
        return ended;
    }

    /** Ends after its last transaction: by the request, or by itself. */
    void isOver(long nowNanos, boolean madeItsNumber) {
        over = true;
        if (ended == null) {
            String time = PhaseRunner.seconds(load.length());
            String missed = until == null ? "" : until.missed(" within " + time);
            ended = madeItsNumber
                    ? new Ended(Cause.TRANSACTIONS, "", load.transactions() + " transactions", nowNanos)
                    : new Ended(Cause.TIME, "", missed.isEmpty() ? time : missed, nowNanos);
        }
    }

    /** Returns true if it has to end with its phase, and was not requested to end before. */
    boolean endsWithPhase(long nowNanos) {
        boolean first = ended == null;
        if (first) {
            ended = new Ended(Cause.PHASE, "", "with the phase", nowNanos);
        }
        return first;
    }

    /** Returns true if its end condition was met just now. */
    boolean isToEnd(long nowNanos) {
        if (until == null || !begun || ended != null || nowNanos - beganNanos < 0) {
            return false;
        }
        ended = until.look(beganNanos, nowNanos).orElse(null);
        return ended != null;
    }

    /** Returns the rate condition for a second, if the load wrote during all of it. */
    Optional<StableRate> rate(long fromNanos, long toNanos) {
        boolean wrote = begun
                && ended == null
                && fromNanos - beganNanos >= 0
                && toNanos - beganNanos - load.length().toNanos() <= 0;
        return wrote && until != null ? until.rate() : Optional.empty();
    }
}
