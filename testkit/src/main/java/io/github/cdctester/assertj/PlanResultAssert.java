// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.AbstractObjectAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on a plan of phases, and on the steps of its probes. */
public class PlanResultAssert extends AbstractObjectAssert<PlanResultAssert, PlanResult> {

    /** Takes failures; {@code null} if each is thrown. */
    @Nullable
    Consumer<AssertionError> collector;

    /** Creates assertions. */
    public PlanResultAssert(PlanResult actual) {
        super(actual, PlanResultAssert.class);
    }

    /** Turns to all phases as one run. */
    public RunResultAssert whole() {
        RunResultAssert whole = new RunResultAssert(actual.whole());
        whole.findings = findings();
        return whole;
    }

    /**
     * Turns to the steps that were found in the values of a probe.
     *
     * @param name the series' name, as in {@code SampleRow.probes()}
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
        return new StepsAssert(null, actual.whole(), findings.silent(), myself);
    }

    private Findings findings() {
        isNotNull();
        Findings findings = Findings.of(actual.whole(), () -> info.hasDescription() ? info.descriptionText() : "");
        Consumer<AssertionError> other = collector;
        return other == null ? findings : findings.collectedBy(other);
    }

    /** Assertions on the steps of a probe's values: how it went from one level to the next, and what the run did meanwhile. */
    public static final class StepsAssert {

        private final @Nullable SeriesSteps series;
        private final RunResult run;
        private final Findings findings;
        private final PlanResultAssert back;

        StepsAssert(@Nullable SeriesSteps series, RunResult run, Findings findings, PlanResultAssert back) {
            this.series = series;
            this.run = run;
            this.findings = findings;
            this.back = back;
        }

        /** There are so many steps. */
        public StepsAssert hasSteps(int expected) {
            if (steps().size() != expected) {
                findings.fail("Expected " + PlainText.counted(expected, "step") + " of " + name() + ", but there were "
                        + steps().size() + levels() + ".");
            }
            return this;
        }

        /**
         * A step led to this level, or beyond it.
         *
         * @param level the level, in the series' unit
         */
        public StepsAssert reaches(double level) {
            if (steps().stream().noneMatch(step -> step.isUp() ? step.to() >= level : step.to() <= level)) {
                findings.fail("Expected a step of " + name() + " to " + SecondInWords.number(level)
                        + ", but there was none" + levels() + ".");
            }
            return this;
        }

        /** Each climb, steps in one direction that followed each other, took less than this. */
        public StepsAssert climbsTakeLessThan(Duration limit) {
            List<Climb> climbs = series == null ? List.of() : series.climbs();
            for (Climb climb : climbs) {
                if (climb.seconds() * 1e9 >= limit.toNanos()) {
                    findings.fail(
                            "Expected each climb of " + name() + " to take less than "
                                    + SecondInWords.number(limit.toNanos() / 1e9) + " s, but the one from "
                                    + SecondInWords.number(climb.from()) + " to " + SecondInWords.number(climb.to())
                                    + " took " + SecondInWords.number(climb.seconds()) + " s.",
                            second(climb.beginSecond()),
                            "it began");
                    return this;
                }
            }
            return this;
        }

        /** Around each step, the worst second's 99th percentile of DT is below this. */
        public StepsAssert delayP99IsBelow(Duration limit) {
            return worstIsBelow("p99 of the delay", limit, SeriesStep::delayP99Millis);
        }

        /** Around each step, the worst second's 99th percentile of the writers' latency is below this. */
        public StepsAssert latencyP99IsBelow(Duration limit) {
            return worstIsBelow("p99 of the writers' latency", limit, SeriesStep::latencyP99Millis);
        }

        /** Goes back to the plan. */
        public PlanResultAssert and() {
            return back;
        }

        private StepsAssert worstIsBelow(String what, Duration limit, Function<SeriesStep, @Nullable Around> value) {
            for (SeriesStep step : steps()) {
                Around around = value.apply(step);
                if (around != null && around.worst() >= limit.toNanos() / 1e6) {
                    findings.fail(
                            "Expected the " + what + " to be below " + SecondInWords.millis(limit)
                                    + " around each step of "
                                    + name() + ", but it was " + SecondInWords.number(around.worst())
                                    + " ms at that from " + SecondInWords.number(step.from()) + " to "
                                    + SecondInWords.number(step.to()) + ".",
                            second(around.worstSecond()),
                            "that was");
                    return this;
                }
            }
            return this;
        }

        private @Nullable SampleRow second(double second) {
            return run.samples().stream()
                    .filter(row -> row.second() >= second)
                    .findFirst()
                    .orElse(null);
        }

        private List<SeriesStep> steps() {
            return series == null ? List.of() : series.steps();
        }

        private String name() {
            return series == null ? "" : series.series();
        }

        private String levels() {
            return steps().isEmpty()
                    ? ""
                    : ": " + SecondInWords.number(steps().get(0).from()) + " → "
                            + String.join(
                                    " → ",
                                    steps().stream()
                                            .map(step -> SecondInWords.number(step.to()))
                                            .toList());
        }
    }
}
