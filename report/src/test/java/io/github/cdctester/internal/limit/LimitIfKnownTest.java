// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests checks of values that a run may lack. */
final class LimitIfKnownTest {

    @ParameterizedTest
    @EnumSource(
            value = Verdict.Status.class,
            names = {"BEHIND", "LOST"})
    void stuckStreamViolatesLimit(Verdict.Status status) {
        RunResult run = run(status);

        assertThat(check("delays.EVENT_HEADER.p99>5s", run)).hasValueSatisfying(check -> {
            assertThat(check.held()).isFalse();
            assertThat(check.actual()).isNull();
            assertThat(check.offender())
                    .isEqualTo("cdc.delays.EVENT_HEADER.p99Millis is not known: the stream is " + status);
        });
        assertThat(check("newOrderEfficiency<90", run)).as("write side").isEmpty();
        assertThat(check("delay.p99>1h", run))
                .as("known")
                .hasValueSatisfying(check -> assertThat(check.held()).isTrue());
    }

    @ParameterizedTest
    @EnumSource(
            value = Verdict.Status.class,
            names = {"BEHIND", "LOST"},
            mode = EnumSource.Mode.EXCLUDE)
    void valueOfOtherStreamIsUnknown(Verdict.Status status) {
        assertThat(check("delays.EVENT_HEADER.p99>5s", run(status))).isEmpty();
    }

    @Test
    void hangingConsumerViolatesLimit() {
        RunResult run = JudgedResult.of(
                List.of(), List.of(), JudgedResult.behind("orders"), JudgedResult.lossless("customers"));

        assertThat(check("consumers.orders.rowsPerSecond<1", run))
                .map(Check::offender)
                .contains("consumers.orders.rowsPerSecond is not known: orders is BEHIND");
        assertThat(check("consumers.customers.rowsPerSecond<1", run)).isEmpty();
        assertThat(check("consumers.others.rowsPerSecond<1", run)).isEmpty();
    }

    @Test
    void uncheckedVerdictIsUnknown() {
        RunResult run = run(Verdict.Status.NOT_CHECKED);

        assertThat(check("verdict!=LOSSLESS", run)).isEmpty();
        assertThat(check("verdict=NOT_CHECKED", run)).map(Check::held).contains(false);
        assertThat(check("verdict!=LOSSLESS", run(Verdict.Status.LOST)))
                .map(Check::held)
                .contains(false);
    }

    private static Optional<Check> check(String expression, RunResult run) {
        return Limit.parse("until", expression).checkIfKnown(run);
    }

    private static RunResult run(Verdict.Status status) {
        return RunResults.of(1_000, 0.1, 0.1, status);
    }
}
