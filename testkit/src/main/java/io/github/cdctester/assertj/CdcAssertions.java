// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import org.assertj.core.api.Assertions;

/**
 * The entry point for assertions on results. It extends AssertJ's assertions, so one static import is enough:
 *
 * <pre>{@code
 * assertThat(result).isLossless().hasNoErrors().delay().p99IsBelow(ofMillis(250));
 * }</pre>
 */
public class CdcAssertions extends Assertions {

    /** For subclasses that add assertions. */
    protected CdcAssertions() {}

    /** Creates assertions on the result of a run. */
    public static RunResultAssert assertThat(RunResult actual) {
        return new RunResultAssert(actual);
    }

    /** Creates assertions on the result of a plan of phases. */
    public static PlanResultAssert assertThat(PlanResult actual) {
        return new PlanResultAssert(actual);
    }
}
