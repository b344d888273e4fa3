// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.run.phases.PlannedPhase.End;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.RunResult.PhaseSpan.End.Cause;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One load of a phase, from its begin to its end. For the conductor's thread. */
final class LoadCourse {

    /** Why it was asked to end, and when. */
    private record Asked(Cause cause, String by, String words, long nanos) {}

    private final NamedLoad load;
    private final LoadTiming timing;
    private final @Nullable StableRate rate;
    private final @Nullable WaitCondition condition;
    private boolean begun;
    private long beganNanos;
    private @Nullable Asked asked;
    private @Nullable Long overNanos;

    LoadCourse(NamedLoad load, LoadTiming timing, Supplier<Map<String, Double>> readings) {
        this.load = load;
        this.timing = timing;
        End until = timing.until().orElse(null);
        rate = until instanceof End.Stable ? new StableRate() : null;
        condition = until instanceof End.OnProbe probe ? probe.awaited().in(readings) : null;
    }

    NamedLoad load() {
        return load;
    }

    /** The load from whose end its start counts. */
    Optional<String> after() {
        return timing.after();
    }

    void begins(long nowNanos) {
        begun = true;
        beganNanos = nowNanos + load.start().toNanos();
    }

    boolean hasBegun() {
        return begun;
    }

    boolean isOver() {
        return overNanos != null;
    }

    void isOverAt(long nowNanos) {
        overNanos = nowNanos;
    }

    boolean isAskedToEnd() {
        return asked != null;
    }

    void askedToEnd(Cause cause, String by, String words, long nowNanos) {
        asked = new Asked(cause, by, words, nowNanos);
    }

    /** Whether what ends it has come; what that is, it has noted then. */
    boolean isToEnd(long nowNanos, Map<String, LoadCourse> others) {
        if (!begun || asked != null || nowNanos - beganNanos < 0) {
            return false;
        }
        String after = ", after " + PhaseRunner.seconds(nowNanos - beganNanos);
        End until = timing.until().orElse(null);
        if (rate != null && rate.isStable()) {
            askedToEnd(Cause.STABLE, "", "stable", nowNanos);
        } else if (condition != null && until instanceof End.OnProbe probe && condition.isMet()) {
            askedToEnd(Cause.PROBE, probe.awaited().subject(), condition.state() + after, nowNanos);
        } else if (until instanceof End.WithLoad other) {
            LoadCourse named = others.get(other.name());
            if (named != null && named.isOver()) {
                askedToEnd(Cause.LOAD, other.name(), "with " + other.name() + after, nowNanos);
            }
        }
        return asked != null;
    }

    /** A second has passed in which it did so many transactions. */
    void passed(long fromNanos, long toNanos, double seconds, double perSecond) {
        boolean wrote = begun
                && fromNanos - beganNanos >= 0
                && toNanos - beganNanos - load.length().toNanos() <= 0;
        if (rate != null && wrote) {
            rate.add(seconds, perSecond);
        }
    }

    /** Whether the seconds of its rate are wanted. */
    boolean isWatched() {
        return rate != null && asked == null;
    }

    Cause cause(boolean madeItsNumber) {
        Asked end = asked;
        return end != null ? end.cause() : madeItsNumber ? Cause.TRANSACTIONS : Cause.TIME;
    }

    String by() {
        return asked == null ? "" : asked.by();
    }

    /** When it was asked to end, or had ended by itself. */
    long endNanos(long otherwise) {
        return asked != null ? asked.nanos() : overNanos != null ? overNanos : otherwise;
    }

    String words(boolean madeItsNumber) {
        if (asked != null) {
            return asked.words();
        }
        if (madeItsNumber) {
            return load.transactions() + " transactions";
        }
        String time = PhaseRunner.seconds(load.length());
        if (condition != null) {
            return "not met within " + time + ": " + condition.state();
        }
        return (rate == null ? "" : "not stable within ") + time;
    }
}
