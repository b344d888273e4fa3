// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.SeriesSteps;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractObjectAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on a plan of phases, and on the steps of its probes. */
public class PlanResultAssert extends AbstractObjectAssert<PlanResultAssert, PlanResult> {

    /** Takes failures; {@code null} where each is thrown. */
    @Nullable
    Consumer<AssertionError> collector;

    /**
     * Creates assertions.
     *
     * @param actual the result
     */
    public PlanResultAssert(PlanResult actual) {
        super(actual, PlanResultAssert.class);
    }

    /**
     * Turns to all phases as one run.
     *
     * @return assertions on it
     */
    public RunResultAssert whole() {
        RunResultAssert whole = new RunResultAssert(actual.whole());
        whole.findings = findings();
        return whole;
    }

    /**
     * Turns to the steps that were found in the values of a probe.
     *
     * @param name the series' name, as in {@code SampleRow.probes()}
     * @return assertions on them
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
}
