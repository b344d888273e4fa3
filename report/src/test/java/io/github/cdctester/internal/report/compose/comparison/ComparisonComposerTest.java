// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.experiment.PageRules;
import io.github.cdctester.internal.report.compose.experiment.Sweeps;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ComparisonComposerTest {

    @Test
    void headlineReportsOutcomeAndDifferences() {
        Comparison comparison = Comparisons.of(
                ComparisonFixtures.runs(5, 10_000, Status.LOSSLESS),
                ComparisonFixtures.runs(5, 9_000, Status.LOSSLESS),
                "write.transactionsPerSecond -5%");
        Document page = PageRules.assertRules(ComparisonComposer.of(comparison));
        assertThat(page.headline().tone()).isEqualTo(Tone.BAD);
        assertThat(page.headline().text()).isEqualTo("B is worse than allowed: 1 of 1 check broken");
        assertThat(page.headline().summary()).contains("worse").contains("0 of 1 check held");
        assertThat(page.headline().limits().get(0).expression()).isEqualTo("write.transactionsPerSecond -5%");
        assertThat(page.headline().limits().get(0).held()).isFalse();
        assertThat(page.headline().figures().get(0).note()).endsWith(", worse");
        assertThat(page.sections())
                .extracting(Section::id)
                .containsExactly("changes", "settings", "differences", "verdicts", "about");
    }

    @Test
    void advisesRepeatsFromNoise() {
        Comparison comparison = Comparisons.of(
                List.of(RunResults.of(100, 0, 0.5, Status.LOSSLESS), RunResults.of(112, 0, 0.5, Status.LOSSLESS)),
                List.of(RunResults.of(100, 0, 0.5, Status.LOSSLESS), RunResults.of(112, 0, 0.5, Status.LOSSLESS)),
                "write.transactionsPerSecond -5%");
        assertThat(ComparisonComposer.of(comparison).headline().warnings())
                .filteredOn(warning -> warning.what().equals("Few repeats: 2 on one side"))
                .singleElement()
                .satisfies(
                        warning -> assertThat(warning.remedy())
                                .matches(
                                        "At the noise of \\S+, a difference of 10 % nearly always shows with \\d\\d repeats\\."));
        Document page = PageRules.assertRules(ComparisonComposer.of(comparison));
        assertThat(page.headline().tone()).isEqualTo(Tone.UNSURE);
        assertThat(page.headline().text()).isEqualTo("Not decided: 1 of 1 check");
        assertThat(page.headline().limits().get(0).held()).isNull();
    }

    @Test
    void tableAndTextHaveSameCells() {
        Comparison comparison = exampleComparison(null);
        Document page = PageRules.assertRules(ComparisonComposer.of(comparison));
        Table table = PageRules.table(page, "differences");
        assertThat(TableTexts.headings(table)).containsExactly("value", "A", "B", "change", "interval", "result");
        assertThat(PageRules.row(table, 0))
                .containsExactly("write.transactions/s", "150,210", "140,210", "-6.7 %", "-7.9 to -5.4", "worse");
        assertThat(PageRules.row(table, 1)).contains("7.412M", "8.235M [1 run]");
        assertThat(PageRules.row(table, 2)).contains("- [0 runs]");
        String text = Formats.text(Formats.UNLIMITED_WIDTH).text(comparison);
        table.rows().stream()
                .flatMap(row -> row.cells().stream())
                .forEach(cell -> assertThat(text).contains(TableTexts.of(cell)));
        assertThat(PageRules.row(PageRules.table(page, "settings"), 2))
                .containsExactly("tool.jdbcDriver", "-", "<img src=x onerror=alert(1)>");
    }

    @Test
    void longSettingsAreBelowTable() {
        Comparison template = exampleComparison(null);
        String text = "threads: 16; ".repeat(200) + "end-of-plan";
        Comparison comparison = new Comparison(
                template.schemaVersion(),
                template.kind(),
                template.before(),
                template.after(),
                template.workload(),
                template.axis(),
                template.steps(),
                template.confidence(),
                List.of(
                        new Comparison.SettingChange("plan.text", text, ""),
                        new Comparison.SettingChange("plan.time", "10", "20")),
                template.verdicts(),
                template.values(),
                template.checks(),
                template.notes());
        String displayedText = Formats.text(100).text(comparison);
        assertThat(displayedText.lines()).allMatch(line -> line.length() <= 100);
        assertThat(displayedText).contains("end-of-plan").containsPattern("plan.time +10 +20");
        Document page = PageRules.assertRules(ComparisonComposer.of(comparison));
        assertThat(PageRules.table(page, "settings").rows()).hasSize(1);
        assertThat(page.headline().warnings()).allMatch(warning -> warning.why().length() < 1_000);
    }

    @Test
    void drawsChangesAroundZeroAndClipsOutliers() {
        Chart chart = PageRules.chart(ComparisonComposer.of(exampleComparison(null)), "change");
        assertThat(chart.ys().get(0).categories())
                .containsExactly("cdc.delay.p99 ms", "cdc.bytes/s", "write.transactions/s");
        Series worse = PageRules.series(chart, "worse", Shape.SCATTER);
        assertThat(worse.x()).containsExactly(-6.66);
        assertThat(worse.y()).containsExactly(2);
        assertThat(worse.labels()).containsExactly("write.transactions/s: -6.7 %, -7.9 to -5.4, worse");
        Series noise = PageRules.series(chart, "within noise", Shape.ERROR_BARS);
        assertThat(noise.x()[0] + noise.weight()[0])
                .isLessThanOrEqualTo(chart.x().max() + 1e-9);
        assertThat(noise.exact().get(1)[0])
                .as("exact end")
                .isGreaterThan(chart.x().max());
        assertThat(chart.note()).contains("; the table has all");
    }

    @Test
    void drawsBothSweepsOverTheirSteps() {
        Document page = PageRules.assertRules(ComparisonComposer.of(exampleComparison("threads")));
        assertThat(PageRules.chart(page, "change-1").ys().get(0).categories()).containsExactly("threads 16");
        Chart steps = PageRules.chart(page, "steps-1");
        assertThat(steps.x().categories()).containsExactly("16");
        assertThat(PageRules.series(steps, "A", Shape.SCATTER_LINE).y()).containsExactly(150_210.3);
        assertThat(PageRules.series(steps, "B", Shape.SCATTER_LINE).y()).containsExactly(140_210.1);
        Document sweepPage = PageRules.assertRules(
                ComparisonComposer.of(Comparisons.of(Sweeps.published(3), Sweeps.published(3), "delay.p99 +10%")));
        assertThat(sweepPage.headline().text()).isEqualTo("No difference is more than noise");
    }

    @Test
    void groupsStepsByWorkloadAndSetting() {
        List<ValueChange> values = List.of(
                value("ro, base, 1", "write.queriesPerSecond", 10, 11, 10, 8, 12, Mark.BETTER),
                value("ro, base, 4", "write.queriesPerSecond", 40, 41, 2.5, -1, 6, Mark.INSIDE_NOISE),
                value("ro, other, 1", "write.queriesPerSecond", 10, 11, 10, 8, 12, Mark.BETTER),
                value("wo, base, 1", "write.queriesPerSecond", 10, 11, 10, 8, 12, Mark.BETTER));
        Comparison matrices = new Comparison(
                1,
                Comparison.KIND,
                new Side("a", 40),
                new Side("b", 40),
                "ro, wo",
                "workload, setting, threads",
                values.stream()
                        .map(ValueChange::step)
                        .distinct()
                        .collect(Collectors.toMap(step -> step, ComparisonComposerTest::axisValues)),
                0.95,
                List.of(),
                List.of(),
                values,
                List.of(),
                List.of());
        Document page = PageRules.assertRules(ComparisonComposer.of(matrices));
        assertThat(PageRules.chart(page, "change-1").ys().get(0).categories())
                .containsExactly("ro, other, 1", "ro, base, 4", "ro, base, 1");
        assertThat(PageRules.chart(page, "change-2").title()).isEqualTo("write.queries/s, wo: changes");
        Chart steps = PageRules.chart(page, "steps-1");
        assertThat(steps.title()).isEqualTo("write.queries/s, ro, base");
        assertThat(steps.x().name()).isEqualTo("threads");
        assertThat(steps.x().categories()).containsExactly("1", "4");
        assertThat(page.headline().tone()).isEqualTo(Tone.GOOD);
        assertThat(page.headline().text()).isEqualTo("B is better");
        assertThat(page.headline().figures().get(0).name()).isEqualTo("ro, base, 1: write.queries/s");
    }

    @Test
    void overlaysSingleRunsBySecond() {
        RunResult before = ComparisonFixtures.runWithSeconds(60, 1);
        RunResult after = ComparisonFixtures.runWithSeconds(90, 2);
        Comparison comparison = Comparisons.of(List.of(before), List.of(after));
        Document page = PageRules.assertRules(ComparisonComposer.of(comparison, List.of(before), List.of(after)));
        Chart chart = PageRules.chart(page, "overlay-1");
        assertThat(chart.title()).isEqualTo("DT p99 of both runs");
        assertThat(PageRules.series(chart, "A", Shape.LINE).x()).hasSize(60).startsWith(1, 2);
        assertThat(PageRules.series(chart, "A", Shape.LINE).y()[39]).isNaN();
        assertThat(PageRules.series(chart, "B", Shape.LINE).x()).hasSize(90);
        assertThat(page.headline().text()).isEqualTo("Not decided: repeat both sides");
        assertThat(page.headline().tone()).isEqualTo(Tone.UNSURE);
        assertThat(page.headline().warnings()).extracting(Warning::code).contains("NOISE_UNKNOWN");
        assertThat(ComparisonComposer.of(comparison).sections())
                .extracting(Section::id)
                .doesNotContain("overlay");
        RunResult longRun = ComparisonFixtures.runWithSeconds(20_000, 1);
        Document pageOfLongRun = ComparisonComposer.of(comparison, List.of(longRun), List.of(after));
        assertThat(PageRules.charts(pageOfLongRun))
                .allSatisfy(overlay -> assertThat(overlay.series()).allMatch(series -> series.x().length <= 2_000));
        assertThat(PageRules.chart(pageOfLongRun, "overlay-1").note())
                .contains("the chart shows the lowest and the highest value");
    }

    @Test
    void overlaySumsLengthsOfSeconds() {
        RunResult run = ComparisonFixtures.runWithSeconds(60, 1);
        SampleRow first = run.samples().get(0);
        List<SampleRow> rows = new ArrayList<>(run.samples());
        rows.set(
                0,
                new SampleRow(
                        first.second(),
                        first.phase(),
                        3,
                        first.write(),
                        first.cdc(),
                        first.streams(),
                        first.workloads(),
                        first.probes(),
                        first.consumers()));
        RunResult after = RunResultCopy.of(run).samples(rows).build();
        Document page =
                ComparisonComposer.of(Comparisons.of(List.of(run), List.of(after)), List.of(run), List.of(after));
        assertThat(PageRules.series(PageRules.chart(page, "overlay-1"), "B", Shape.LINE)
                        .x())
                .startsWith(3, 4)
                .endsWith(62);
    }

    @Test
    void overlayBeginsAfterWarmUp() {
        RunResult before = ComparisonFixtures.withWarmUp(ComparisonFixtures.runWithSeconds(60, 1), 10);
        RunResult after = ComparisonFixtures.runWithSeconds(60, 2);
        Document page =
                ComparisonComposer.of(Comparisons.of(List.of(before), List.of(after)), List.of(before), List.of(after));
        Chart chart = PageRules.chart(page, "overlay-1");
        assertThat(PageRules.series(chart, "A", Shape.LINE).x())
                .hasSize(50)
                .startsWith(1, 2)
                .endsWith(50);
        assertThat(PageRules.series(chart, "B", Shape.LINE).x()).hasSize(60);
    }

    @Test
    void warnsOfDifferentClientsDriversAndPlans() {
        Document page = ComparisonComposer.of(exampleComparison(null));
        assertThat(page.headline().warnings())
                .extracting(Warning::code)
                .containsExactly(
                        "STREAM_WRONG",
                        "CLIENTS_DIFFER",
                        "DRIVERS_DIFFER",
                        "PLANS_DIFFER",
                        "ONE_RUN",
                        "VALUES_UNKNOWN",
                        "NOISE_LARGE",
                        "OTHER");
    }

    @Test
    void comparisonWithoutValuesIsUndecided() {
        Comparison emptyComparison = new Comparison(
                1,
                Comparison.KIND,
                new Side("", 0),
                new Side("", 0),
                null,
                null,
                Map.of(),
                0.95,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        Document page = PageRules.assertRules(ComparisonComposer.of(emptyComparison));
        assertThat(page.headline().text()).isEqualTo("Not decided: repeat both sides");
        assertThat(PageRules.chart(page, "change").series()).isEmpty();
    }

    private static Comparison exampleComparison(String axis) {
        String step = axis == null ? null : "16";
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
                        new SettingChange("tool.client.main", "JDBC", "NATIVE"),
                        new SettingChange("tool.jdbcDriver", "", "<img src=x onerror=alert(1)>")),
                List.of(new Comparison.VerdictChange(step, Status.LOSSLESS, Status.LOST, true)),
                List.of(
                        value(step, "write.transactionsPerSecond", 150_210.3, 140_210.1, -6.66, -7.9, -5.4, Mark.WORSE),
                        value(step, "cdc.bytesPerSecond", 7_412_345.0, 8_234_500.0, 11.1, -98, 500, Mark.ONE_RUN),
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
                        value(step, "cdc.delay.p99Millis", 1.0, 1.5, 50, -99, 1e9, Mark.INSIDE_NOISE)),
                List.of(),
                List.of(Note.other("a note")));
    }

    private static Map<String, String> axisValues(String step) {
        String[] axisValues = step.split(", ");
        Map<String, String> valuesByAxis = new LinkedHashMap<>();
        valuesByAxis.put("workload", axisValues[0]);
        valuesByAxis.put("setting", axisValues[1]);
        valuesByAxis.put("threads", axisValues[2]);
        return valuesByAxis;
    }

    private static ValueChange value(
            String step, String name, double before, double after, double percent, double low, double high, Mark mark) {
        int runs = mark == Mark.ONE_RUN ? 1 : 5;
        return new ValueChange(
                step,
                name,
                Better.HIGHER,
                before,
                after,
                5,
                runs,
                percent,
                new ChangeRange(low, high, 0.95),
                NoiseFrom.REPEATS,
                null,
                mark);
    }
}
