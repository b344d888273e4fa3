// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CdcSoftAssertionsTest {

    @Test
    void collectsFailuresOfAllAssertions() {
        CdcSoftAssertions softAssertions = new CdcSoftAssertions();
        softAssertions
                .assertThat(BrokenRun.broken())
                .isLossless()
                .consumersAreLossless()
                .delay()
                .p99IsBelow(ofMillis(50))
                .maxIsBelow(ofMillis(50))
                .and()
                .latencyOf("no such load")
                .p99IsBelow(ofMillis(1))
                .and()
                .load("main")
                .tpsIsAbove(1_000)
                .and()
                .between(40, 50)
                .delay()
                .p99IsBelow(ofMillis(1))
                .and()
                .and()
                .matches(result -> false, "a better one");
        softAssertions.assertThat("AssertJ's own").isEmpty();

        assertThat(softAssertions.errorsCollected().stream()
                        .map(error ->
                                error.getMessage().strip().lines().findFirst().orElse(""))
                        .toList())
                .hasSize(9)
                .satisfies(lines -> assertBeginnings(
                        lines,
                        "Expected the verdict LOSSLESS",
                        "Expected lossless consumers",
                        "Expected the p99 of the delay",
                        "Expected the maximum of the delay",
                        "Expected a load no such load",
                        "Expected the TPS of load main",
                        "There are no samples between seconds 40 and 50"));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(softAssertions::assertAll)
                .withMessageContaining("(9 failures)")
                .withMessageContaining("a better one")
                .withMessageContaining("AssertJ's own");
    }

    @Test
    void isSilentIfAllAssertionsPass() {
        CdcSoftAssertions softAssertions = new CdcSoftAssertions();
        softAssertions.assertThat(BrokenRun.unbroken()).isLossless().delay().p99IsBelow(ofMillis(81));
        softAssertions.assertAll();
        assertThat(softAssertions.errorsCollected()).isEmpty();
    }

    private static void assertBeginnings(List<? extends String> lines, String... beginnings) {
        for (int i = 0; i < beginnings.length; i++) {
            assertThat(lines.get(i)).startsWith(beginnings[i]);
        }
    }
}
