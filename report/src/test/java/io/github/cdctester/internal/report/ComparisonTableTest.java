// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparisonTableTest {

    @Test
    void listsSettingsThenRowPerValue() {
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(comparison(null)))
                .containsSubsequence(
                        "\nplan.threads     1  2\n",
                        "tool.jdbcDriver  -  Connector/J\n",
                        "150,210   140,210   -6.7 %     -7.9 to -5.4  worse\n",
                        "7.412M  1,234.5M   +123 %  (-98.0 to +500)  one run\n",
                        "-     3.000        -                -  unknown\n",
                        "1.000     1.500  +50.0 %  -99.0 to >99999  within noise\n",
                        "LOSSLESS  LOST  worse\n",
                        "checks     1 of 2 held\n",
                        "failed     verdict: it was LOSSLESS and is LOST\n",
                        "note       A note");
    }

    @Test
    void hasNoIntervalsForSingleRuns() {
        ValueChange row = new ValueChange(
                null,
                "catchUpSeconds",
                Better.LOWER,
                1.0,
                1.5,
                1,
                1,
                50.0,
                null,
                NoiseFrom.UNKNOWN,
                null,
                Mark.ONE_RUN);

        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(comparisonWith(List.of(row), null)))
                .contains("one run each\n", "M: 10⁶.")
                .doesNotContain("interval:", "change  interval");
    }

    @Test
    void summaryContainsOutcomeAndTables() {
        assertThat(Formats.SUMMARY.text(comparison(null)))
                .startsWith("# Comparison: oltp_insert\n\nA: old, 5 runs; B: new, 1 run\n\n**✗ B's verdict is worse** ")
                .contains("1 of 2 checks held.\n")
                .contains("| write.transactions/s | 150,210 | 140,210 | -6.7 % | -7.9 to -5.4 | worse |")
                .contains("| verdict | it was LOSSLESS and is LOST | ✗ broken |")
                .contains("| tps -5% | -3.0 % | ✓ held |")
                .contains("\n| plan.threads | 1 | 2 |\n");
        assertThat(Formats.SUMMARY.text(comparison("threads"))).contains("| value | threads | A | B |");
    }

    @Test
    void reportsAllowedChangeAsTestCase() {
        JUnitDocument tests = JUnitDocument.of(comparison(null));
        assertThat(tests.outcome("new against old", "tps -5%")).isEqualTo("passed");
        assertThat(tests.outcome("new against old", "verdict")).isEqualTo("failure: it was LOSSLESS and is LOST");
    }

    @Test
    void sweepHasRowPerStep() {
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(comparison("threads")))
                .containsPattern("\nvalue +threads +A +B ")
                .containsPattern("\nwrite.transactions/s +16 +150,210 ")
                .contains("\n16       LOSSLESS  LOST  worse\n");
    }

    @Test
    void widestRowFitsEightyColumns() {
        for (Mark mark : Mark.values()) {
            ValueChange widestRow = new ValueChange(
                    null,
                    "write.latency.p99Millis",
                    Better.LOWER,
                    99_999.9,
                    1_234_567_890_123.0,
                    1,
                    1,
                    -99.99,
                    new ChangeRange(-99.9, 99.9, 0.95),
                    NoiseFrom.ONE_SEARCH,
                    null,
                    mark);
            assertThat(Formats.text(Formats.UNLIMITED_WIDTH)
                            .text(comparisonWith(List.of(widestRow), null))
                            .lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        }
    }

    @Test
    void readsWrittenJson() {
        for (String axis : new String[] {null, "threads"}) {
            Comparison comparison = comparison(axis);
            StoredResult storedResult = StoredResult.of("compare.json", Formats.JSON.text(comparison));
            assertThat(storedResult.isOfType(Comparison.class)).isTrue();
            assertThat(storedResult.isOfType(SweepResult.class)).isFalse();
            assertThat(storedResult.as(Comparison.class)).isEqualTo(comparison);
            assertThatThrownBy(storedResult::run)
                    .isInstanceOf(RunFailedException.class)
                    .hasMessage("compare.json is a compare's; name the result.json of one of its runs");
            assertThatThrownBy(() -> storedResult.as(SweepResult.class)).isInstanceOf(RunFailedException.class);
        }
        assertThatThrownBy(() -> StoredResult.of("x.json", "{\"schemaVersion\": 1, \"kind\": \"compare\"}")
                        .as(Comparison.class))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("x.json has no before, so it is not a complete result");
        assertThatThrownBy(() ->
                        StoredResult.of("x.json", "{\"schemaVersion\": 1}").as(Comparison.class))
                .hasMessage("x.json is not a compare's; name a compare.json");
    }

    private static Comparison comparison(String axis) {
        String step = axis == null ? null : "16";
        return comparisonWith(
                List.of(
                        new ValueChange(
                                step,
                                "write.transactionsPerSecond",
                                Better.HIGHER,
                                150_210.3,
                                140_210.1,
                                5,
                                5,
                                -6.66,
                                new ChangeRange(-7.9, -5.4, 0.99),
                                NoiseFrom.REPEATS,
                                null,
                                Mark.WORSE),
                        new ValueChange(
                                step,
                                "cdc.bytesPerSecond",
                                Better.HIGHER,
                                7_412_345.0,
                                1_234_500_000.0,
                                5,
                                1,
                                123.4,
                                new ChangeRange(-98, 500, 0.95),
                                NoiseFrom.ONE_SEARCH,
                                null,
                                Mark.ONE_RUN),
                        new ValueChange(
                                step,
                                "cdc.delay.maxMillis",
                                Better.LOWER,
                                null,
                                3.0,
                                0,
                                5,
                                null,
                                null,
                                NoiseFrom.UNKNOWN,
                                null,
                                Mark.UNKNOWN),
                        new ValueChange(
                                step,
                                "cdc.largeTransactions.passing.p99Millis",
                                Better.LOWER,
                                1.0,
                                1.5,
                                2,
                                2,
                                50.0,
                                new ChangeRange(-99, 1e9, 0.99),
                                NoiseFrom.ALL_STEPS,
                                null,
                                Mark.INSIDE_NOISE)),
                axis);
    }

    private static Comparison comparisonWith(List<ValueChange> values, String axis) {
        return new Comparison(
                RunResult.SCHEMA_VERSION,
                Comparison.KIND,
                new Side("old", 5),
                new Side("new", 1),
                "oltp_insert",
                axis,
                Map.of(),
                0.95,
                List.of(
                        new SettingChange("plan.threads", "1", "2"),
                        new SettingChange("tool.jdbcDriver", "", "Connector/J")),
                List.of(new VerdictChange(axis == null ? null : "16", Status.LOSSLESS, Status.LOST, true)),
                values,
                List.of(
                        new Check("verdict", null, false, "it was LOSSLESS and is LOST"),
                        new Check("tps -5%", -3.0, true, "-3.0 %")),
                List.of(Note.other("a note")));
    }
}
