// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import org.assertj.core.api.SoftAssertions;

/** AssertJ's soft assertions, extended for results: {@link #assertAll()} reports all failures together. */
public class CdcSoftAssertions extends SoftAssertions {

    /** Creates soft assertions without failures. */
    public CdcSoftAssertions() {}

    /** Creates assertions on the result of a run. */
    public RunResultAssert assertThat(RunResult actual) {
        RunResultAssert asserted = proxy(RunResultAssert.class, RunResult.class, actual);
        asserted.findings = asserted.findings.collectedBy(this::collectAssertionError);
        return asserted;
    }

    /** Creates assertions on the result of a plan of phases. */
    public PlanResultAssert assertThat(PlanResult actual) {
        PlanResultAssert asserted = proxy(PlanResultAssert.class, PlanResult.class, actual);
        asserted.collector = this::collectAssertionError;
        return asserted;
    }
}
