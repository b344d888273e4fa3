// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import org.assertj.core.api.SoftAssertions;

/**
 * AssertJ's soft assertions, extended for results.
 *
 * <pre>{@code
 * CdcSoftAssertions softly = new CdcSoftAssertions();
 * softly.assertThat(result).isLossless().delay().p99IsBelow(ofSeconds(1));
 * softly.assertAll();
 * }</pre>
 *
 * <p>The inherited {@code assertSoftly} passes {@link SoftAssertions}, without assertions on results. Java allows no static method
 * that hides it and passes this class.
 */
public class CdcSoftAssertions extends SoftAssertions {

    /** Creates soft assertions without failures. */
    public CdcSoftAssertions() {}

    /** Creates assertions on the result of a run. */
    public RunResultAssert assertThat(RunResult actual) {
        RunResultAssert assertions = proxy(RunResultAssert.class, RunResult.class, actual);
        assertions.findings = assertions.findings.collectedBy(this::collectAssertionError);
        return assertions;
    }

    /** Creates assertions on the result of a plan of phases. */
    public PlanResultAssert assertThat(PlanResult actual) {
        PlanResultAssert assertions = proxy(PlanResultAssert.class, PlanResult.class, actual);
        assertions.collector = this::collectAssertionError;
        return assertions;
    }

    /** AssertJ adds the first line outside its own packages to the message. */
    @Override
    public void collectAssertionError(AssertionError error) {
        super.collectAssertionError(Findings.startingInTest(error));
    }
}
