// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.time.NanoClock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A wait for a probe's value. A gap neither meets it nor says that it holds on. For one thread. */
public final class ProbeCondition implements WaitCondition {

    /** How a value is compared with the limit. */
    public enum Relation {
        BELOW,
        ABOVE,
        EQUALS;

        private boolean holds(double value, double bound) {
            return switch (this) {
                case BELOW -> value < bound;
                case ABOVE -> value > bound;
                case EQUALS -> Math.abs(value - bound) <= 1e-9 * Math.abs(bound);
            };
        }

        private String word() {
            return this == EQUALS ? "equal to" : name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The value that ends the wait.
     *
     * @param forAtLeast how long it must hold; zero: once
     */
    public record Goal(String series, Relation relation, LimitValue bound, Duration forAtLeast)
            implements PlannedPhase.Awaited {

        @Override
        public WaitCondition in(Supplier<Map<String, Double>> readings) {
            return new ProbeCondition(this, readings, NanoClock.SYSTEM);
        }

        private String wanted() {
            return relation.word() + " " + bound
                    + (forAtLeast.isZero() ? "" : " for " + forAtLeast.toMillis() / 1e3 + " s");
        }

        @Override
        public String toString() {
            return series + " is " + wanted();
        }
    }

    private final Goal goal;
    private final Supplier<Map<String, Double>> readings;
    private final NanoClock clock;
    private @Nullable Long heldSinceNanos;
    private @Nullable Double last;

    ProbeCondition(Goal goal, Supplier<Map<String, Double>> readings, NanoClock clock) {
        this.goal = goal;
        this.readings = readings;
        this.clock = clock;
    }

    @Override
    public boolean isMet() {
        Double value = readings.get().get(goal.series());
        last = value;
        if (value == null || !goal.relation().holds(value, goal.bound().value())) {
            heldSinceNanos = null;
            return false;
        }
        long now = clock.nanoTime();
        long since = heldSinceNanos == null ? now : heldSinceNanos;
        heldSinceNanos = since;
        return now - since >= goal.forAtLeast().toNanos();
    }

    @Override
    public String state() {
        Double value = last;
        return goal.series() + " is "
                + (value == null ? "not known" : goal.bound().like(value)) + ", wanted " + goal.wanted();
    }
}
