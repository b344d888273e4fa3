// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import org.assertj.core.api.SoftAssertions;

/** AssertJ's soft assertions with support for results: {@link #assertAll()} reports all failures at once. */
public class CdcSoftAssertions extends SoftAssertions {

    /** Creates a collection without any failure. */
    public CdcSoftAssertions() {}

    /** Asserts on a run. */
    public RunResultAssert assertThat(RunResult actual) {
        RunResultAssert asserted = proxy(RunResultAssert.class, RunResult.class, actual);
        asserted.findings = asserted.findings.collectedBy(this::collectAssertionError);
        return asserted;
    }

    /** Asserts on a plan of phases. */
    public PlanResultAssert assertThat(PlanResult actual) {
        PlanResultAssert asserted = proxy(PlanResultAssert.class, PlanResult.class, actual);
        asserted.collector = this::collectAssertionError;
        return asserted;
    }
}
