// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import org.assertj.core.api.Assertions;

/**
 * The entry point. It has AssertJ's own assertions too, so one static import is enough:
 *
 * <pre>{@code
 * assertThat(result).isLossless().hasNoErrors().delay().p99IsBelow(ofMillis(250));
 * }</pre>
 */
public class CdcAssertions extends Assertions {

    /** For subclasses with further assertions. */
    protected CdcAssertions() {}

    /** Asserts on a run. */
    public static RunResultAssert assertThat(RunResult actual) {
        return new RunResultAssert(actual);
    }

    /** Asserts on a plan of phases. */
    public static PlanResultAssert assertThat(PlanResult actual) {
        return new PlanResultAssert(actual);
    }
}
