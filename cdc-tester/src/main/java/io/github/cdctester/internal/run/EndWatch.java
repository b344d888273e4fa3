// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Checks whether the condition for the end of a load or a phase is met. For the conductor's thread. */
final class EndWatch {

    /** The cause for the end of a load or a phase, and the time of the request or of its own end. */
    record Ended(Cause cause, String by, String words, long nanos) {

        PhaseSpan.LoadEnd of(String load, long openedNanos) {
            return new PhaseSpan.LoadEnd(load, cause, by, (nanos - openedNanos) / 1e9);
        }
    }

    /** The end of another load. */
    private record LoadOver(String load, Predicate<String> isOver) implements WaitCondition {

        @Override
        public boolean isMet() {
            return isOver.test(load);
        }

        @Override
        public String state() {
            return load + " has ended";
        }
    }

    private final PhaseEnd end;
    private final WaitCondition condition;

    EndWatch(PhaseEnd end, Supplier<Map<String, Double>> readings, NanoClock clock, Predicate<String> isOver) {
        this.end = end;
        condition = end.cause() == Cause.LOAD ? new LoadOver(end.by(), isOver) : end.in(readings, clock);
    }

    /** The rate condition, which needs the seconds. */
    Optional<StableRate> rate() {
        return condition instanceof StableRate rate ? Optional.of(rate) : Optional.empty();
    }

    /** Returns the met condition; empty if none is met yet. */
    Optional<Ended> look(long beganNanos, long nowNanos) {
        if (!condition.isMet()) {
            return Optional.empty();
        }
        String words = end.cause() == Cause.STABLE
                ? "stable"
                : condition.state() + ", after " + PhaseRunner.seconds(nowNanos - beganNanos);
        return Optional.of(new Ended(end.cause(), end.by(), words, nowNanos));
    }

    String state() {
        return condition.state();
    }

    /** That it did not come within a time, in words; empty if it waits for a load. */
    String missed(String within) {
        return switch (end.cause()) {
            case PROBE -> "not met" + within + ": " + condition.state();
            case STABLE -> "not stable" + within;
            default -> "";
        };
    }
}
