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

/** Checks the condition that ends a load or a phase. Used by the run's thread only. */
final class EndWatch {

    /** {@code nanos} is the time when a condition requested the end, or else the time of the end. */
    record ActualEnd(Cause cause, String by, String text, long nanos) {

        PhaseSpan.LoadEnd toLoadEnd(String load, long openedNanos) {
            return new PhaseSpan.LoadEnd(load, cause, by, (nanos - openedNanos) / 1e9);
        }
    }

    private record LoadEndCondition(String load, Predicate<String> hasEnded) implements WaitCondition {

        @Override
        public boolean isMet() {
            return hasEnded.test(load);
        }

        @Override
        public String state() {
            return load + " has ended";
        }
    }

    private final PhaseEnd end;
    private final WaitCondition condition;

    EndWatch(PhaseEnd end, Supplier<Map<String, Double>> readings, NanoClock clock, Predicate<String> hasEnded) {
        this.end = end;
        condition = end.cause() == Cause.LOAD ? new LoadEndCondition(end.by(), hasEnded) : end.start(readings, clock);
    }

    /** The caller adds the rate of each second. */
    Optional<StableRate> stableRate() {
        return condition instanceof StableRate rate ? Optional.of(rate) : Optional.empty();
    }

    Optional<ActualEnd> check(long beganNanos, long nowNanos) {
        if (!condition.isMet()) {
            return Optional.empty();
        }
        String text = end.cause() == Cause.STABLE
                ? "stable"
                : condition.state() + ", after " + PhaseRunner.seconds(nowNanos - beganNanos);
        return Optional.of(new ActualEnd(end.cause(), end.by(), text, nowNanos));
    }

    String state() {
        return condition.state();
    }

    /** Returns empty if the condition is the end of a load. */
    String notMetMessage(String within) {
        return switch (end.cause()) {
            case PROBE -> "not met" + within + ": " + condition.state();
            case STABLE -> "not stable" + within;
            default -> "";
        };
    }
}
