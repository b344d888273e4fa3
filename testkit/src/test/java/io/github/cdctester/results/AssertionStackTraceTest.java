// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.results;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.assertj.CdcSoftAssertions;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import org.junit.jupiter.api.Test;

/** A failure points to the line of the test. This test is in another package than the assertions, like a test of a user. */
final class AssertionStackTraceTest {

    private static final RunResult LOSING = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOST);

    @Test
    void softFailureEndsWithLineOfTest() {
        CdcSoftAssertions softAssertions = new CdcSoftAssertions();
        softAssertions.assertThat(LOSING).isLossless();
        softAssertions.assertThat(LOSING).throughput().writeTpsIsAbove(1_000_000);
        softAssertions.assertThat(LOSING).matches(result -> false, "another result");
        softAssertions.assertThat((RunResult) null).isLossless();
        softAssertions.assertThat((PlanResult) null).whole();

        Throwable failure = catchThrowable(softAssertions::assertAll);

        assertThat(failure.getMessage().lines().filter(line -> line.startsWith("at ")))
                .hasSize(5)
                .allSatisfy(line ->
                        assertThat(line).startsWith("at AssertionStackTraceTest.softFailureEndsWithLineOfTest("));
    }

    @Test
    void failureBeginsInTest() {
        Throwable failure = catchThrowable(() -> assertThat(LOSING).isLossless());
        assertThat(failure.getStackTrace()[0].getClassName()).startsWith(AssertionStackTraceTest.class.getName());
    }
}
