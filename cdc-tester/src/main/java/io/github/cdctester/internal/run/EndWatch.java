// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.PhaseSpan.End.Cause;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks whether what is to end a load, or a phase, has come. For the conductor's thread. */
final class EndWatch {

    /** What ended a load or a phase, when it was asked to end or had ended by itself. */
    record Ended(Cause cause, String by, String words, long nanos) {

        PhaseSpan.End of(String load, long openedNanos) {
            return new PhaseSpan.End(load, cause, by, (nanos - openedNanos) / 1e9);
        }
    }

    private final PlannedPhase.End end;
    private final @Nullable WaitCondition condition;
    private final @Nullable StableRate rate;

    EndWatch(PlannedPhase.End end, Supplier<Map<String, Double>> readings) {
        this.end = end;
        condition = end.awaited().map(awaited -> awaited.in(readings)).orElse(null);
        rate = end.cause() == Cause.STABLE ? new StableRate() : null;
    }

    /** Whether it wants the seconds of the load's rate. */
    boolean wantsRate() {
        return rate != null;
    }

    void passed(double seconds, double perSecond) {
        if (rate != null) {
            rate.add(seconds, perSecond);
        }
    }

    /** What has come; nothing as long as it has not. */
    Optional<Ended> look(long beganNanos, long nowNanos, Predicate<String> isOver) {
        if (!(condition != null ? condition.isMet() : rate != null ? rate.isStable() : isOver.test(end.by()))) {
            return Optional.empty();
        }
        String words = condition != null ? condition.state() : end.by() + " has ended";
        String after = ", after " + PhaseRunner.seconds(nowNanos - beganNanos);
        return Optional.of(new Ended(end.cause(), end.by(), rate != null ? "stable" : words + after, nowNanos));
    }

    /** That it did not come within a time, in words; empty where it waits for a load. */
    String missed(String within) {
        return condition != null
                ? "not met" + within + ": " + condition.state()
                : rate != null ? "not stable" + within : "";
    }
}
