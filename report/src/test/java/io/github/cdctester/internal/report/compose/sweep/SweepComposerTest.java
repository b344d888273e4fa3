// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.experiment.PageRules;
import io.github.cdctester.internal.report.compose.experiment.Sweeps;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.TrialCopy;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SweepComposerTest {

    @Test
    void headlineNamesLastStepThatKeepsUp() {
        Document page = PageRules.assertRules(Documents.page(Sweeps.published(3)));
        assertThat(page.title()).startsWith("Sweep: oltp_write_only, threads 16, 32, 64, 128, 256");
        assertThat(page.subtitle()).startsWith("MySQL ").endsWith("started at 2026-11-23T08:00:00Z, 3 runs per step");
        assertThat(page.headline().tone()).isEqualTo(Tone.GOOD);
        assertThat(page.headline().text()).isEqualTo("Keeps up to 128 threads, falls behind at 256");
        assertThat(page.headline().summary())
                .contains("At 128 threads: 68,702 transactions/s")
                .contains("At 256 threads the server or the network is the limit: DT p99 1,050 ms")
                .contains("Worst verdict: LOSSLESS.");
        assertThat(page.headline().figures())
                .contains(new Figure("TPS", "68,702", "/s", "median of 3 runs: 65,954 to 72,824"))
                .extracting(Figure::name)
                .startsWith("Keeps up to", "TPS", "DT mean", "DT p50", "DT p99", "BPS", "EPS");
        assertThat(page.headline().limits())
                .singleElement()
                .satisfies(limit -> assertThat(limit.held()).isTrue());
        assertThat(page.headline().warnings()).extracting(Warning::what).contains("Few repeats: 3");
    }

    @Test
    void headlineDoesNotBlameServerIfMachineWasBusy() {
        Document page = PageRules.assertRules(Documents.page(Sweeps.published(3, LimitedBy.MACHINE)));
        assertThat(page.headline().text()).isEqualTo("Keeps up to 128 threads, falls behind at 256");
        assertThat(page.headline().summary())
                .contains("At 256 threads the server, the network or the busy machine is the limit: DT p99 1,050 ms");
    }

    /** One run of three caught up, so the row has its time. */
    @Test
    void headlineOmitsCatchUpTimeIfSomeRunsAreBehind() {
        SweepResult sweep = Sweeps.published(3);
        List<SweepRow> rows = new ArrayList<>(sweep.table());
        SweepRow last = rows.remove(rows.size() - 1);
        rows.add(new SweepRow(
                last.step(),
                last.value(),
                last.label(),
                last.status(),
                null,
                last.runs(),
                "BEHIND",
                Verdict.Status.BEHIND,
                last.limitedBy(),
                null,
                List.of(),
                last.values()));

        assertThat(Documents.page(sweep).headline().summary()).contains("the last transaction arrives 4.20 s after");
        assertThat(Documents.page(Sweeps.sweep("threads", 3, null, sweep.steps(), rows))
                        .headline()
                        .summary())
                .contains("DT p99 1,050 ms. Worst verdict")
                .doesNotContain("the last transaction arrives");
    }

    @Test
    void legendDescribesLimitOfWholeRun() {
        Table table = Documents.page(Sweeps.published(3)).sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .filter(candidate -> candidate.id().equals("steps"))
                .findFirst()
                .orElseThrow();

        assertThat(table.note())
                .contains("limited by: the bottleneck of a stream that fell behind: tester (its reader used a processor"
                        + " for 80 % of the run), server (or network), or machine (or server: the processors of the tester's"
                        + " machine were busy).");
    }

    @Test
    void headlineNamesFaultyConsumer() {
        SweepResult sweep = Sweeps.published(3);
        List<Trial> steps = new ArrayList<>(sweep.steps());
        Trial lastStep = steps.remove(steps.size() - 1);
        steps.add(new Trial(
                lastStep.step(),
                lastStep.repeat(),
                lastStep.value(),
                lastStep.label(),
                Status.DONE,
                null,
                lastStep.folder(),
                true,
                null,
                List.of(),
                List.of(),
                Map.of(),
                JudgedResult.of(List.of(), List.of(), JudgedResult.torn("torn"))));
        Document page = PageRules.assertRules(Documents.page(Sweeps.sweep("threads", 3, null, steps, sweep.table())));
        assertThat(page.headline().tone()).isEqualTo(Tone.BAD);
        assertThat(page.headline().text())
                .isEqualTo("LOST 2 of consumer torn at threads 256; keeps up to 128 threads, falls behind at 256");
    }

    @Test
    void noteNamesItsStepsAndWorstStep() {
        Note few = Note.of(Code.FEW_DELAYS_FOR_P999, "count", 555);
        Note fewest = Note.of(Code.FEW_DELAYS_FOR_P999, "count", 100);
        Note started = Note.of(Code.TRANSACTIONS_NOT_STARTED, "count", 9, "percent", 9.0, "waitedMillis", 1.0);
        Note notStarted = Note.of(Code.TRANSACTIONS_NOT_STARTED, "count", 8, "percent", 80.0, "waitedMillis", 2.0);
        Note closed = Note.of(Code.CLOSED_LOOP);
        assertThat(notes(List.of(few, closed), List.of(fewest, started, closed), List.of(few, notStarted, closed)))
                .contains(
                        "threads 32, threads 64, worst at threads 64: " + notStarted.text(),
                        "worst at threads 32: " + fewest.text(),
                        closed.text());
        assertThat(notes(List.of(few), List.of(few), List.of())).contains("threads 16, threads 32: " + few.text());
    }

    /** Two short breaks are not worse than a long one. */
    @Test
    void noteWithoutShareNamesExample() {
        Note shortBreaks = Note.of(Code.STREAM_BROKE, "count", 2, "seconds", 0.4);
        Note longBreak = Note.of(Code.STREAM_BROKE, "count", 1, "seconds", 30.0);
        assertThat(notes(List.of(longBreak), List.of(shortBreaks), List.of()))
                .contains("threads 16, threads 32, for example at threads 32: " + shortBreaks.text());
    }

    /** Returns the texts of a sweep whose steps have these notes. */
    @SafeVarargs
    private static List<String> notes(List<Note>... notesOfSteps) {
        SweepResult sweep = Sweeps.published(1);
        List<Trial> steps = new ArrayList<>();
        for (int i = 0; i < notesOfSteps.length; i++) {
            Trial step = sweep.steps().get(i);
            RunResult result =
                    RunResultCopy.of(step.result()).notes(notesOfSteps[i]).build();
            steps.add(TrialCopy.of(step).result(result).build());
        }
        Document page = Documents.page(Sweeps.sweep("threads", 1, null, steps, sweep.table()));
        return Stream.concat(
                        page.headline().warnings().stream().map(Warning::what),
                        page.sections().stream()
                                .flatMap(section -> section.blocks().stream())
                                .filter(Facts.class::isInstance)
                                .flatMap(facts -> ((Facts) facts).facts().stream())
                                .map(Facts.Fact::text))
                .toList();
    }

    @Test
    void tableHasSameColumnsAsTextFormat() {
        Document page = Documents.page(Sweeps.published(3));
        Table table = PageRules.table(page, "table");
        assertThat(TableTexts.headings(table)).startsWith("threads", "QPS", "DT ms", "BPS MB/s", "EPS", "TPS");
        assertThat(PageRules.row(table, 0))
                .startsWith("16", "106,081.7 [101,838.4 to 112,446.6]", "45.000 [39.600 to 53.100]");
        assertThat(table.rows().get(4).cells())
                .anyMatch(cell -> TableTexts.of(cell).equals("server") && cell.tone() == Tone.UNSURE);
        String text = Formats.text(Formats.UNLIMITED_WIDTH).text(Sweeps.published(3));
        assertThat(TableTexts.headings(table))
                .allSatisfy(column -> assertThat(text).contains(column));
        assertThat(PageRules.row(PageRules.table(page, "runs"), 3))
                .startsWith("32", "1", "step-02/repeat-1", "done", "LOSSLESS", "yes");
    }

    @Test
    void drawsDelaysAndRatesOnSeparateAxes() {
        Chart chart = PageRules.chart(Documents.page(Sweeps.published(3)), "sweep-delay");
        assertThat(chart.x().categories()).containsExactly("16", "32", "64", "128", "256");
        assertThat(chart.ys().get(0).scale()).isEqualTo(Scale.LOG);
        assertThat(chart.ys().get(1).scale()).isEqualTo(Scale.LINEAR);
        Series line = PageRules.series(chart, "DT p99", Shape.SCATTER_LINE);
        assertThat(line.y()).containsExactly(112.5, 150, 250, 717.5, 1_050);
        assertThat(line.labels().get(4)).contains("threads 256: DT p99 1,050").contains("LOSSLESS, step-05");
        Series bars = PageRules.series(chart, "DT p99", Shape.ERROR_BARS);
        assertThat(bars.y()[0] - bars.weight()[0]).isCloseTo(0.68 * 112.5, within(1e-9));
        assertThat(bars.y()[0] + bars.weight()[0]).isCloseTo(1.48 * 112.5, within(1e-9));
        assertThat(bars.exact().get(0)[0]).isEqualTo(0.68 * 112.5, within(1e-9));
        assertThat(bars.exact().get(1)[0]).isEqualTo(1.48 * 112.5, within(1e-9));
        assertThat(PageRules.series(chart, "TPS", Shape.SCATTER_LINE).yAxis()).isEqualTo(1);
        assertThat(chart.marks()).containsExactly(new Mark(4, "limited by the server", "limit"));
        assertThat(PageRules.chart(Documents.page(Sweeps.published(1)), "sweep-delay")
                        .series())
                .noneMatch(series -> series.shape() == Shape.ERROR_BARS);
    }

    @Test
    void drawsDelayOverSizeOnLogarithmicAxes() {
        Document page = PageRules.assertRules(Documents.page(Sweeps.sizeSweep()));
        Chart chart = PageRules.chart(page, "size-delay");
        assertThat(chart.x().scale()).isEqualTo(Scale.LOG);
        assertThat(chart.ys().get(0).scale()).isEqualTo(Scale.LOG);
        Series lastByteDelays = PageRules.series(chart, "DT last byte", Shape.SCATTER_LINE);
        assertThat(lastByteDelays.x()[0]).isCloseTo(510, within(1e-9));
        assertThat(lastByteDelays.y()).containsExactly(2000, 4800, 7800, 9400, 12500, 17000, 55000, 115000);
        assertThat(PageRules.series(PageRules.chart(page, "size-rate"), "transfer", Shape.SCATTER_LINE)
                        .y()[7])
                .isEqualTo(450);
        assertThat(page.headline().text()).isEqualTo("Delay 2,000 ms at 0.5GB, 115,000 ms at 20.0GB");
    }

    @Test
    void listsFailuresFirst() {
        String markup = "<img src=x onerror=alert(1)> | ,\"\n\u202e";
        Document page = PageRules.assertRules(Documents.page(Sweeps.brokenSweep(markup)));
        assertThat(page.headline().tone()).isEqualTo(Tone.BAD);
        assertThat(page.headline().text()).isEqualTo("LOST 1 at threads 16");
        assertThat(page.headline().limits().get(0).expression()).isEqualTo("delay.p99>500ms");
        assertThat(page.headline().limits().get(0).actual())
                .isEqualTo("broken in 1 of 1 run, first at threads 16: cdc.delay.p99Millis is 812.4 ms");
        assertThat(page.headline().warnings())
                .extracting(Warning::what)
                .startsWith(
                        "LOST at threads 16",
                        "Steps failed: threads 32",
                        "Started before the stream was idle: threads 16",
                        "One run per step");
        Table table = PageRules.table(page, "table");
        assertThat(PageRules.row(table, 1)).startsWith("32", "failed: " + markup);
        assertThat(PageRules.row(table, 2)).endsWith("skipped");
        assertThat(PageRules.chart(page, "sweep-delay").marks())
                .extracting(Mark::name)
                .containsExactly("limited by the tester", "LOST 1", "failed", "skipped");
    }

    @Test
    void reportsMissingSteps() {
        Document emptyPage = PageRules.assertRules(Documents.page(Sweeps.sweep("rate", 1, null, List.of(), List.of())));
        assertThat(emptyPage.headline().text()).isEqualTo("No step was started");
        assertThat(emptyPage.headline().tone()).isEqualTo(Tone.UNSURE);
        SweepRow rowWithoutValues = new SweepRow(
                1,
                Double.NaN,
                "1",
                Status.DONE,
                null,
                1,
                null,
                null,
                null,
                null,
                List.of(),
                Map.of("cdc.delay.p99Millis", new Spread(Double.NaN, Double.NaN, Double.NaN)));
        SweepResult sweepWithoutValues = Sweeps.sweep("rate", 2, null, List.of(), List.of(rowWithoutValues));
        assertThat(PageRules.assertRules(Documents.page(sweepWithoutValues))
                        .headline()
                        .text())
                .isEqualTo("Not known whether the stream keeps up");
    }

    @Test
    void rateAxisIsLinearUnlessRatesDifferWidely() {
        assertThat(rateAxis("1000", "2000", "4000").scale()).isEqualTo(Scale.LINEAR);
        assertThat(rateAxis("100", "1000", "10000").scale()).isEqualTo(Scale.CATEGORY);
    }

    @Test
    void offersFilesOfSweep() {
        SweepResult sweep = Sweeps.published(1);
        assertThat(Documents.page(sweep).downloads())
                .extracting(Download::fileName, Download::text)
                .containsExactly(
                        tuple("sweep.csv", Formats.CSV.text(sweep)), tuple("sweep.md", Formats.MARKDOWN.text(sweep)));
        assertThat(Documents.page(sweep).sections())
                .extracting(Section::id)
                .containsExactly("load", "table", "runs", "about");
    }

    @Test
    void storedSweepHasSamePage() {
        SweepResult sweep = Sweeps.published(3);
        Document page = Documents.page(sweep);
        Document storedPage = Documents.page(
                StoredResult.of("sweep.json", Formats.JSON.text(sweep)).as(SweepResult.class));
        assertThat(storedPage.headline()).isEqualTo(page.headline());
        assertThat(storedPage.downloads()).isEqualTo(page.downloads());
        assertThat(PageRules.table(storedPage, "table")).isEqualTo(PageRules.table(page, "table"));
    }

    private static Axis rateAxis(String... labels) {
        List<SweepRow> rows = Stream.of(labels)
                .map(label -> new SweepRow(
                        1,
                        Double.parseDouble(label),
                        label,
                        Status.DONE,
                        null,
                        1,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        Map.of("cdc.delay.p99Millis", new Spread(1, 1, 1))))
                .toList();
        return PageRules.chart(Documents.page(Sweeps.sweep("rate", 1, null, List.of(), rows)), "sweep-delay")
                .x();
    }
}
