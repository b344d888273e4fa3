// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedRuns.runs;
import static io.github.cdctester.internal.compare.ComparedRuns.withProbes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparedProbesTest {

    private static final String CPU = "probes.cpu";
    private static final List<RunResult> RUNS = runs(100_000, 101_000, 99_000);

    @Test
    void doesNotJudgeProbesOfDifferentUnits() {
        Comparison comparison = Comparisons.of(withUnit(1_500, "ms"), withUnit(1.5, "s"), CPU + " +5%");

        ValueChange cpu = row(comparison, CPU);
        assertThat(cpu.mark()).isEqualTo(Mark.NOT_JUDGED);
        assertThat(cpu.changePercent()).as("of numbers with different units").isNull();
        assertThat(row(comparison, "probes.t0").mark()).as("without a unit").isNotEqualTo(Mark.NOT_JUDGED);
        assertThat(comparison.settings()).containsExactly(new SettingChange("probeUnits.cpu", "ms", "s"));
        assertThat(comparison.notes())
                .contains(Note.of(Code.PROBE_UNITS_DIFFER, "probes", List.of("cpu (ms in A and s in B)")))
                .extracting(Note::code)
                .doesNotContain(Code.DELAY_SOURCES_DIFFER);
        assertThat(comparison.checks())
                .singleElement()
                .extracting(Check::offender)
                .asString()
                .endsWith("not decided: numbers of different units are not comparable");
        assertThat(textOf(comparison))
                .containsPattern("probes.cpu 1,500\\S* 1.5\\S* - - not judged")
                .contains("cpu (ms in A and s in B)")
                .contains("The plans differ");
    }

    @Test
    void doesNotJudgeSingleRunsOfDifferentUnits() {
        ComparisonSpec spec = new ComparisonSpec(List.of(CPU), List.of(), 0.95);
        Comparison comparison = SideBySide.of(
                ComparedSide.ofRuns("a", withUnit(1_500, "ms").subList(0, 1)),
                ComparedSide.ofRuns("b", withUnit(1.5, "s").subList(0, 1)),
                spec);
        assertThat(row(comparison, CPU).mark()).isEqualTo(Mark.NOT_JUDGED);
        assertThat(row(comparison, CPU).changePercent()).isNull();
        assertThat(textOf(comparison)).contains("Not judged: the units differ").doesNotContain("delay sources");
    }

    @Test
    void judgesProbesOfOneUnitOrUnknownUnit() {
        for (String unitBefore : List.of("ms", "")) {
            Comparison comparison = Comparisons.of(withUnit(1_500, unitBefore), withUnit(1_400, "ms"));
            assertThat(row(comparison, CPU).mark()).as(unitBefore).isEqualTo(Mark.CHANGED);
            assertThat(comparison.settings()).as(unitBefore).hasSize(unitBefore.isEmpty() ? 1 : 0);
        }
    }

    @Test
    void negativeProbesHaveNoInterval() {
        Comparison comparison = Comparisons.of(withUnit(-5, "ms"), withUnit(-6, "ms"), CPU + " +5%");
        assertThat(row(comparison, CPU).mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(comparison.checks())
                .singleElement()
                .extracting(Check::offender)
                .asString()
                .endsWith("it was below 0 in some runs, so there is no interval");
        assertThat(textOf(comparison))
                .contains("not above 0 in some run")
                .doesNotContain("are 0 in some run")
                .doesNotContain("or 0 in some run");
    }

    private static List<RunResult> withUnit(double mean, String unit) {
        return RUNS.stream()
                .map(run -> withProbes(run, mean * run.summary().write().transactions() / 100_000, unit))
                .toList();
    }

    private static String textOf(Comparison comparison) {
        return Formats.text(Formats.UNLIMITED_WIDTH).text(comparison).replaceAll("\\s+", " ");
    }

    private static ValueChange row(Comparison comparison, String value) {
        return comparison.values().stream()
                .filter(row -> row.value().equals(value))
                .findFirst()
                .orElseThrow();
    }
}
