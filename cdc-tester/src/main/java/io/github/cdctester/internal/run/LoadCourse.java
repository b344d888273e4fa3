// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.run.EndWatch.Ended;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.result.RunResult.PhaseSpan.End.Cause;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

    LoadCourse(NamedLoad load, LoadTiming timing, Supplier<Map<String, Double>> readings) {
        this.load = load;
        this.timing = timing;
        until = timing.until().map(end -> new EndWatch(end, readings)).orElse(null);
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

    /** What it ended by, or is asked to; {@code null} before that. */
    @Nullable
    Ended ended() {
        return ended;
    }

    /** Its last transaction has ended: by what it was asked to, or by itself. */
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

    /** Whether it is to end with its phase, and was not asked before. */
    boolean endsWithPhase(long nowNanos) {
        boolean first = ended == null;
        if (first) {
            ended = new Ended(Cause.PHASE, "", "with the phase", nowNanos);
        }
        return first;
    }

    /** Whether what ends it has come just now. */
    boolean isToEnd(long nowNanos, Predicate<String> isOver) {
        if (until == null || !begun || ended != null || nowNanos - beganNanos < 0) {
            return false;
        }
        ended = until.look(beganNanos, nowNanos, isOver).orElse(null);
        return ended != null;
    }

    /** Whether the seconds of its rate are wanted. */
    boolean isWatched() {
        return until != null && until.wantsRate() && ended == null;
    }

    /** A second has passed in which it did so many transactions. */
    void passed(long fromNanos, long toNanos, double seconds, double perSecond) {
        boolean wrote = begun
                && fromNanos - beganNanos >= 0
                && toNanos - beganNanos - load.length().toNanos() <= 0;
        if (wrote && until != null) {
            until.passed(seconds, perSecond);
        }
    }
}
