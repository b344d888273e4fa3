// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.AbstractObjectAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on the result of a plan of phases, and on the steps of its probes' values. */
public class PlanResultAssert extends AbstractObjectAssert<PlanResultAssert, PlanResult> {

    /** {@code null} to throw each failure. */
    @Nullable
    Consumer<AssertionError> collector;

    /** Creates assertions. */
    public PlanResultAssert(PlanResult actual) {
        super(actual, PlanResultAssert.class);
    }

    /** Returns assertions on all phases as one run. */
    public RunResultAssert whole() {
        Findings findings = findings();
        RunResultAssert whole = new RunResultAssert(actual.whole());
        whole.findings = findings;
        return whole;
    }

    /**
     * Returns assertions on the steps in the values of a probe. Fails if the plan has no series of this name.
     *
     * @param name name of the series, as in {@code SampleRow.probes()}
     */
    public StepsAssert series(String name) {
        Findings findings = findings();
        for (SeriesSteps series : actual.series()) {
            if (series.series().equals(name)) {
                return new StepsAssert(series, actual.whole(), findings, myself);
            }
        }
        findings.fail("Expected a series " + name + " in this plan, but there are: "
                + String.join(
                        ", ", actual.series().stream().map(SeriesSteps::series).toList()) + ".");
        return new StepsAssert(null, actual.whole(), findings.ignoringFailures(), myself);
    }

    private Findings findings() {
        isNotNull();
        Findings findings = Findings.of(actual.whole(), () -> info.hasDescription() ? info.descriptionText() : "");
        Consumer<AssertionError> failureCollector = collector;
        return failureCollector == null ? findings : findings.collectedBy(failureCollector);
    }

    /**
     * Assertions on the steps of a probe's values from one level to the next, and on the run around each step. Limits fail if
     * there was no step.
     */
    public static final class StepsAssert {

        private static final String NO_STEP = "there was no step.";

        private final @Nullable SeriesSteps series;
        private final RunResult run;
        private final Findings findings;
        private final PlanResultAssert parent;

        StepsAssert(@Nullable SeriesSteps series, RunResult run, Findings findings, PlanResultAssert parent) {
            this.series = series;
            this.run = run;
            this.findings = findings;
            this.parent = parent;
        }

        /** Fails unless there are exactly this many steps. */
        public StepsAssert hasSteps(int expected) {
            if (steps().size() != expected) {
                findings.fail("Expected " + PlainText.withNoun(expected, "step") + " of " + name() + ", but there were "
                        + steps().size() + levelsText() + ".");
            }
            return this;
        }

        /**
         * Fails unless a step reached this level or passed it.
         *
         * @param level the level, in the unit of the series
         */
        public StepsAssert reaches(double level) {
            if (steps().stream().noneMatch(step -> isReached(step, level))) {
                findings.fail("Expected a step of " + name() + " to " + SecondDescription.number(level)
                        + ", but there was none" + levelsText() + ".");
            }
            return this;
        }

        private static boolean isReached(SeriesStep step, double level) {
            return step.isUp() ? step.from() < level && step.to() >= level : step.from() > level && step.to() <= level;
        }

        /** Fails unless each climb took less time than the limit. A climb is a sequence of steps in one direction under unchanged loads. */
        public StepsAssert climbsTakeLessThan(Duration limit) {
            String expectation = "Expected each climb of " + name() + " to take less than "
                    + SecondDescription.number(limit.toNanos() / 1e9) + " s, but ";
            List<Climb> climbs = series == null ? List.of() : series.climbs();
            if (climbs.isEmpty()) {
                findings.fail(expectation + NO_STEP);
            }
            for (Climb climb : climbs) {
                if (climb.seconds() * 1e9 >= limit.toNanos()) {
                    findings.fail(
                            expectation + "the one from "
                                    + SecondDescription.number(climb.from()) + " to "
                                    + SecondDescription.number(climb.to())
                                    + " took " + SecondDescription.number(climb.seconds(), limit.toNanos() / 1e9)
                                    + " s.",
                            firstSampleFrom(climb.beginSecond()),
                            "it began");
                    return this;
                }
            }
            return this;
        }

        /**
         * Fails if the 99th percentile of DT (delay time) reached the limit in any second around a step. Also fails if there was no
         * step, or if DT was not measured around a step. If other steps have a writing load, a step without one needs no measurement.
         */
        public StepsAssert delayP99IsBelow(Duration limit) {
            return worstIsBelow("p99 of the delay", limit, SeriesStep::delayP99Millis);
        }

        /**
         * Fails if the 99th percentile of the latency of the step's load reached the limit in any second around a step. Also fails if
         * there was no step, or if the latency was not measured around a step. If other steps have a writing load, a step without one
         * needs no measurement.
         */
        public StepsAssert latencyP99IsBelow(Duration limit) {
            return worstIsBelow("p99 of the writers' latency", limit, SeriesStep::latencyP99Millis);
        }

        /** Returns to the assertions on the plan. */
        public PlanResultAssert and() {
            return parent;
        }

        private StepsAssert worstIsBelow(
                String quantity, Duration limit, Function<SeriesStep, @Nullable Around> value) {
            String expectation = "Expected the " + quantity + " to be below " + SecondDescription.millis(limit)
                    + " around each step of " + name() + ", but ";
            if (steps().isEmpty()) {
                findings.fail(expectation + NO_STEP);
            }
            boolean isWritten = steps().stream().anyMatch(step -> step.load() != null);
            for (SeriesStep step : steps()) {
                Around around = value.apply(step);
                String stepText = "the step from " + SecondDescription.number(step.from()) + " to "
                        + SecondDescription.number(step.to()) + ".";
                if (around == null && (step.load() != null || !isWritten)) {
                    findings.fail(expectation + "it was not measured around " + stepText);
                    return this;
                }
                if (around != null && around.worst() >= limit.toNanos() / 1e6) {
                    findings.fail(
                            expectation + "it was " + SecondDescription.number(around.worst(), limit.toNanos() / 1e6)
                                    + " ms at " + stepText,
                            firstSampleFrom(around.worstSecond()),
                            "that was");
                    return this;
                }
            }
            return this;
        }

        private @Nullable SampleRow firstSampleFrom(double second) {
            return SecondDescription.samplesIn(run.samples(), second - 1e-6, second).stream()
                    .findFirst()
                    .orElse(null);
        }

        private List<SeriesStep> steps() {
            return series == null ? List.of() : series.steps();
        }

        private String name() {
            return series == null ? "" : series.series();
        }

        private String levelsText() {
            return steps().isEmpty()
                    ? ""
                    : ": " + SecondDescription.number(steps().get(0).from()) + " → "
                            + String.join(
                                    " → ",
                                    steps().stream()
                                            .map(step -> SecondDescription.number(step.to()))
                                            .toList());
        }
    }
}
