// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.time.NanoClock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A condition on a probe's value. A missing value does not meet the condition, and restarts its duration. Not thread-safe. */
public final class ProbeCondition implements WaitCondition {

    public enum Relation {
        BELOW,
        ABOVE,
        AT_LEAST,
        AT_MOST,
        EQUALS,
        ANY;

        private boolean holds(double value, double bound) {
            return switch (this) {
                case BELOW -> value < bound;
                case ABOVE -> value > bound;
                case AT_LEAST -> value >= bound;
                case AT_MOST -> value <= bound;
                case ANY -> true;
                case EQUALS -> Math.abs(value - bound) <= 1e-9 * Math.abs(bound);
            };
        }

        private String word() {
            return this == EQUALS ? "equal to" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * @param bound zero in the probe's unit if the relation needs no limit
     * @param forAtLeast the comparison must be true for this time; zero: a single value is enough
     * @param within maximum change of the value during that time
     */
    public record Goal(
            String series, Relation relation, LimitValue bound, Duration forAtLeast, Optional<LimitValue> within)
            implements PlannedPhase.AwaitedCondition {

        @Override
        public WaitCondition start(Supplier<Map<String, Double>> readings, NanoClock clock) {
            return new ProbeCondition(this, readings, clock);
        }

        @Override
        public String subject() {
            return series;
        }

        private String describeGoal() {
            String comparison = relation == Relation.ANY ? "" : relation.word() + " " + bound;
            String separator = within.isPresent() && !comparison.isEmpty() ? " and " : "";
            String stability = within.map(limit -> "unchanged" + (limit.value() == 0 ? "" : " within " + limit))
                    .orElse("");
            return comparison
                    + separator
                    + stability
                    + (forAtLeast.isZero() ? "" : " for " + forAtLeast.toMillis() / 1e3 + " s");
        }

        @Override
        public String toString() {
            return series + " is " + describeGoal();
        }
    }

    private final Goal goal;
    private final Supplier<Map<String, Double>> readings;
    private final NanoClock clock;
    private @Nullable Long metSinceNanos;
    private double lowestValue;
    private double highestValue;
    private @Nullable Double lastValue;

    public ProbeCondition(Goal goal, Supplier<Map<String, Double>> readings, NanoClock clock) {
        this.goal = goal;
        this.readings = readings;
        this.clock = clock;
    }

    @Override
    public boolean isMet() {
        Double value = readings.get().get(goal.series());
        lastValue = value;
        if (value == null || !goal.relation().holds(value, goal.bound().value())) {
            metSinceNanos = null;
            return false;
        }
        lowestValue = Math.min(lowestValue, value);
        highestValue = Math.max(highestValue, value);
        double spread = highestValue - lowestValue;
        long nowNanos = clock.nanoTime();
        long sinceNanos = metSinceNanos == null
                        || goal.within().filter(limit -> spread > limit.value()).isPresent()
                ? restart(nowNanos, value)
                : metSinceNanos;
        return nowNanos - sinceNanos >= goal.forAtLeast().toNanos();
    }

    private long restart(long nowNanos, double value) {
        lowestValue = value;
        highestValue = value;
        metSinceNanos = nowNanos;
        return nowNanos;
    }

    @Override
    public String state() {
        Double value = lastValue;
        return goal.series() + " is "
                + (value == null ? "not known" : goal.bound().format(value)) + ", wanted " + goal.describeGoal();
    }
}
