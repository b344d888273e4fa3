// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedRuns.run;
import static io.github.cdctester.internal.compare.ComparedRuns.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is allowed of a value: its sign is the direction that has an end. */
final class AllowanceTest {

    private static final List<RunResult> FIVE = runs(100_000, 101_000, 99_000, 100_500, 99_500);
    private static final List<RunResult> TENTH_LESS = runs(90_000, 90_900, 89_100, 90_450, 89_550);
    private static final List<RunResult> NOISY = runs(60_000, 140_000, 50_000, 130_000, 95_000);

    @ParameterizedTest
    @CsvSource({
        "write.transactionsPerSecond -5%, false",
        "write.transactionsPerSecond -12%, true",
        "write.transactionsPerSecond +1%, true",
        "tps-5.5 %, false",
        "TPS - 5%, false",
        "delay.p99 +10%, true",
        "delay.p99 -10.5%, true",
        "delay.p99 -9%, false",
        "latency.p99 +0%, true",
        "latency.p99 -0%, true",
        "errors +0%, true",
    })
    void isHeldUpToItsEnd(String allowed, boolean held) {
        assertThat(Comparisons.of(FIVE, TENTH_LESS, allowed).checks())
                .extracting(Check::held)
                .containsExactly(held);
    }

    @Test
    void saysWhatWasFoundWithItsInterval() {
        Check check = Comparisons.of(FIVE, TENTH_LESS, "tps -5%").checks().get(0);
        assertThat(check.expression()).isEqualTo("tps -5%");
        assertThat(check.actual()).isBetween(-10.1, -9.8);
        assertThat(check.offender()).matches("cdc\\.transactionsPerSecond -\\S+ % \\(-1\\S+ to -[89]\\S+\\)");
    }

    @Test
    void isHeldWhereTheChangeIsInsideTheNoise() {
        Check check = Comparisons.of(FIVE, NOISY, "tps -5%").checks().get(0);
        assertThat(check.actual()).isLessThan(-5);
        assertThat(check.held()).isTrue();
        assertThat(check.offender()).endsWith("within noise");
    }

    @Test
    void ofOneRunTheEstimateAloneDecides() {
        Check check = Comparisons.of(
                        List.of(run(100_000, Status.LOSSLESS)), List.of(run(94_000, Status.LOSSLESS)), "tps -5%")
                .checks()
                .get(0);
        assertThat(check.held()).isFalse();
        assertThat(check.offender()).endsWith("%, without a noise estimate");
    }

    @Test
    void isBrokenByWhatWasNotMeasured() {
        Check check = Comparisons.of(FIVE, TENTH_LESS, "cdc.rowsPerSecond -5%")
                .checks()
                .get(0);
        assertThat(check.held()).isFalse();
        assertThat(check.offender()).isEqualTo("A has no cdc.rowsPerSecond");
    }

    /** The family of what was asked about does not grow with what is shown beside it. */
    @Test
    void narrowsTheIntervalOfItsValue() {
        double alone = confidence("tps -5%");
        assertThat(alone).isEqualTo(0.95);
        assertThat(Comparisons.of(FIVE, FIVE).values().stream()
                        .filter(row -> row.value().equals("cdc.transactionsPerSecond"))
                        .findFirst()
                        .orElseThrow()
                        .range()
                        .confidence())
                .isGreaterThan(0.99);
    }

    private static double confidence(String allowed) {
        return Comparisons.of(FIVE, FIVE, allowed).values().stream()
                .filter(row -> row.value().equals("cdc.transactionsPerSecond"))
                .findFirst()
                .orElseThrow()
                .range()
                .confidence();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tps",
                "tps -5",
                "tps 5%",
                "tps -five%",
                "tps=5%",
                "-5%",
                "tps -5% eps -5%",
                "tps -5%%",
                "tps --5%",
                "tps -5000000%",
            })
    void ofAnotherFormIsRefused(String allowed) {
        assertThatThrownBy(() -> Allowance.parse(allowed))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("allow: '" + allowed + "' is not a name with a sign and a percentage, such as")
                .hasMessageNotContaining("\n");
    }

    @Test
    void ofAnUnknownNameIsRefusedWithTheNearestOne() {
        assertThatThrownBy(() -> Allowance.parse("dealy.p99 +10%"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("the result has no number named dealy.p99; did you mean delay.p99?");
    }
}
