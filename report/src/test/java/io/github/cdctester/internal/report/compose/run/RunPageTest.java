// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.chart.Curves;
import io.github.cdctester.internal.report.compose.chart.DownSampling;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.run.table.RunTexts;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class RunPageTest {

    private static final RunResult RUN = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);

    private static Document page(int seconds, IntFunction<SampleRow> rowOfSecond) {
        List<SampleRow> rows = new ArrayList<>();
        for (int i = 1; i <= seconds; i++) {
            rows.add(rowOfSecond.apply(i));
        }
        return Documents.page(PageSeconds.with(RUN, rows));
    }

    @Test
    void showsNumbersOfResult() {
        Document page = page(10, second -> PageSeconds.second(second).row());

        PageParts.assertDrawable(page);
        assertThat(PageParts.figure(page, "DT p50"))
                .isEqualTo(RunTexts.millis(RUN.summary().cdc().delay().p50Millis()));
        assertThat(PageParts.figure(page, "BPS"))
                .isEqualTo(RunTexts.megabytes(RUN.summary().cdc().bytesPerSecond()));
        assertThat(PageParts.figure(page, "EPS"))
                .isEqualTo(ShortNumber.of(RUN.summary().cdc().eventsPerSecond()));
        assertThat(PageParts.figure(page, "TPS"))
                .isEqualTo(ShortNumber.of(RUN.summary().cdc().transactionsPerSecond()));
        assertThat(PageParts.figure(page, "write TPS"))
                .isEqualTo(ShortNumber.of(RUN.summary().write().transactionsPerSecond()));
        assertThat(page.downloads())
                .singleElement()
                .satisfies(file -> assertThat(file.text()).startsWith("second,phase,"));
    }

    @Test
    void remarkOfWriteRateNamesCommitsInLog() {
        long transactions = RUN.summary().write().transactions();

        assertThat(table(RUN)).doesNotContain("commits in the log");
        assertThat(table(withLogged(transactions - 1)))
                .contains(PlainText.withThousandsSeparators(transactions - 1) + " commits in the log");
        assertThat(table(withLogged(transactions * 4)))
                .as("each statement is a commit with --skip-trx")
                .contains(PlainText.withThousandsSeparators(transactions * 4) + " commits in the log");
    }

    @Test
    void showsLengthOfInterruptedWarmUp() {
        Plan plan = RUN.plan()
                .window(new Window(Duration.ofSeconds(30), Duration.ofSeconds(60), 0, Duration.ofSeconds(60)));
        List<SampleRow> rows = List.of(
                PageSeconds.second(1).part(SampleRow.RunPart.WARM_UP).row(),
                PageSeconds.second(2)
                        .part(SampleRow.RunPart.WARM_UP)
                        .lasting(0.9)
                        .row(),
                PageSeconds.second(3).lasting(0.01).row());

        assertThat(window(plan, List.of(), rows)).isEqualTo("10.0 s measured, after 1.9 s of warm-up");
        assertThat(window(RUN.plan().window(Window.DEFAULT), List.of(), rows.subList(2, 3)))
                .isEqualTo("10.0 s measured, no warm-up");
        List<Note> dropped = List.of(Note.of(Note.Code.SAMPLES_DROPPED, "count", 980));
        assertThat(window(plan, dropped, rows.subList(2, 3)))
                .as("the rows of a very long run do not contain its warm-up")
                .isEqualTo("10.0 s measured, after 30.0 s of warm-up");
    }

    private static String window(Plan plan, List<Note> notes, List<SampleRow> rows) {
        RunResult run = PageSeconds.with(RUN, plan, RUN.server(), RUN.summary(), notes, rows, List.of());
        return PageParts.text(Documents.page(run))
                .lines()
                .filter(line -> line.startsWith("window: "))
                .map(line -> line.substring("window: ".length()))
                .findFirst()
                .orElseThrow();
    }

    private static RunResult withLogged(long count) {
        return StoredResult.of(
                        "logged",
                        Formats.JSON
                                .text(RUN)
                                .replaceFirst(
                                        "(\"logged\" ?: ?)"
                                                + RUN.summary().write().logged(),
                                        "$1" + count))
                .run();
    }

    private static String table(RunResult run) {
        return Formats.TABLE.text(run);
    }

    @Test
    void drawsPercentilesOverHeatMap() {
        Document page = page(
                10,
                second -> PageSeconds.second(second)
                        .delay(second == 5 ? 40 : 2, PageSeconds.histogram(100, second == 5 ? 40 : 2))
                        .row());

        Chart chart = PageParts.chart(page, "dt");
        assertThat(chart.series().get(0).shape()).isEqualTo(Series.Shape.HEAT);
        assertThat(chart.series().get(0).weight()).hasSize(10).containsOnly(100);
        assertThat(PageParts.series(chart, "p99").y()).containsExactly(2, 2, 2, 2, 40, 2, 2, 2, 2, 2);
        assertThat(PageParts.series(chart, "p99").x()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    void timeChartsShareZoom() {
        Document page = page(10, second -> PageSeconds.second(second).row());

        assertThat(PageParts.charts(page)).isNotEmpty().allMatch(chart -> "time".equals(chart.group()));
        assertThat(PageParts.charts(page).map(Chart::x).distinct()).hasSize(1);
        assertThat(PageParts.charts(page).map(Chart::id))
                .contains("dt", "bps", "eps", "tps", "latency", "behind", "pace");
    }

    @Test
    void stacksEventsByKind() {
        Document page = page(5_000, second -> PageSeconds.second(second).row());

        List<Series> kinds = PageParts.chart(page, "eps").series();
        assertThat(kinds).extracting(Series::name).containsExactly("WRITE_ROWS", "XID");
        assertThat(kinds).extracting(Series::shape).containsOnly(Series.Shape.STACKED);
        assertThat(kinds.get(0).x()).isEqualTo(kinds.get(1).x());
    }

    @Test
    void chartsOfRatesMentionHeartbeats() {
        Document page = page(10, second -> PageSeconds.second(second).row());

        assertThat(List.of("bps", "eps", "tps"))
                .allSatisfy(id -> assertThat(PageParts.chart(page, id).note())
                        .contains(id.toUpperCase(Locale.ROOT) + " of the stream includes the tester's heartbeats."));
    }

    @Test
    void stacksTransactionRatesByKind() {
        Document page = page(
                6,
                second -> PageSeconds.second(second)
                        .lasting(second == 2 ? 0.5 : 1)
                        .kinds(Map.of("new_order", 50L, "payment", 40L))
                        .row());

        Chart chart = PageParts.chart(page, "write-kinds");
        assertThat(chart.series()).extracting(Series::name).containsExactly("new_order", "payment");
        assertThat(chart.series()).extracting(Series::shape).containsOnly(Series.Shape.STACKED);
        assertThat(PageParts.series(chart, "new_order").y()).containsExactly(50, 100, 50, 50, 50, 50);
        assertThat(chart.ys().get(0).unit()).isEqualTo("1/s");
    }

    /** Results of older versions lack transactions by kind and the CPU time of readers. */
    @Test
    void hasNoChartsForMissingValues() {
        Document page = page(6, second -> PageSeconds.second(second).row());

        assertThat(PageParts.charts(page).map(Chart::id)).doesNotContain("write-kinds", "reader");
        assertThat(PageParts.warnings(page)).doesNotContain("The tester's reader may be the limit in some seconds");
    }

    @Test
    void bandsShowStreamStates() {
        Motion[] motions = {Motion.FLOWING, Motion.FLOWING, Motion.STUCK, Motion.STUCK, Motion.IDLE, Motion.UNKNOWN};
        Document page = page(
                6,
                second -> PageSeconds.second(second)
                        .behind(10L, 1_000, motions[second - 1])
                        .row());

        assertThat(PageParts.chart(page, "behind").bands())
                .containsExactly(
                        new Band(0, 2, "flowing", "flowing"),
                        new Band(2, 4, "stuck", "stuck"),
                        new Band(4, 5, "idle", "idle"));
        assertThat(PageParts.chart(page, "behind").note()).contains("In 1 second nothing arrived");
    }

    @Test
    void warmUpAndDrainAreBands() {
        Document page = page(
                6,
                second -> PageSeconds.second(second)
                        .part(
                                second <= 2
                                        ? SampleRow.RunPart.WARM_UP
                                        : second == 6 ? SampleRow.RunPart.DRAIN : SampleRow.RunPart.MEASURE)
                        .lasting(second == 6 ? 0.25 : 1)
                        .row());

        assertThat(PageParts.chart(page, "dt").bands())
                .containsExactly(new Band(0, 2, "warm-up", "warm-up"), new Band(5, 5.25, "drain", "drain"));
    }

    @Test
    void marksDdl() {
        Document page = page(
                4,
                second -> PageSeconds.second(second)
                        .events(Map.of("XID", 7L, "QUERY", second == 3 ? 9L : 7L))
                        .row());
        Document pageWithDdlPerSecond = page(
                60,
                second -> PageSeconds.second(second)
                        .events(Map.of("XID", 7L, "QUERY", 9L))
                        .row());

        assertThat(PageParts.chart(page, "dt").marks()).containsExactly(new Mark(3, "2 DDL", "ddl"));
        assertThat(PageParts.chart(pageWithDdlPerSecond, "dt").marks()).isEmpty();
    }

    @Test
    void drawsSingleSecond() {
        PageParts.assertDrawable(page(1, second -> PageSeconds.second(second).row()));
    }

    @Test
    void reportsMissingSamples() {
        Document page = page(0, second -> PageSeconds.second(second).row());

        PageParts.assertDrawable(page);
        assertThat(PageParts.charts(page)).isEmpty();
        assertThat(PageParts.text(page)).contains("this result has no seconds");
        assertThat(page.downloads()).isEmpty();
    }

    @Test
    void invalidNumbersAreGaps() {
        Document page = page(
                4,
                second -> PageSeconds.second(second)
                        .delay(second == 2 ? Double.NaN : 3, null)
                        .lasting(second == 3 ? 0 : 1)
                        .behind(second == 2 ? null : 5L, 0, Motion.FLOWING)
                        .probe("p", second == 2 ? Double.POSITIVE_INFINITY : 1)
                        .row());

        PageParts.assertDrawable(page);
        assertThat(PageParts.series(PageParts.chart(page, "dt"), "p99").y()[1]).isNaN();
        assertThat(PageParts.chart(page, "dt").note())
                .contains("The distributions of 3 seconds are not in this result.");
        assertThat(PageParts.series(PageParts.chart(page, "probe-1"), "p").y()[1])
                .isNaN();
    }

    @Test
    void reportsInvalidHistogram() {
        Document page = page(
                3,
                second -> PageSeconds.second(second)
                        .delay(2, second == 2 ? "AAAA" : PageSeconds.histogram(5, 2))
                        .row());

        assertThat(PageParts.chart(page, "dt").note()).contains("The distributions of 1 second cannot be read.");
    }

    @Test
    void drawsZeroDelayOnLogarithmicAxis() {
        Document page = page(
                2,
                second -> PageSeconds.second(second)
                        .delay(0, PageSeconds.histogram(5, 0))
                        .row());

        assertThat(PageParts.series(PageParts.chart(page, "dt"), "p50").y()).containsOnly(0.001);
    }

    @Test
    void reducesMillionSecondsToFewPoints() {
        SampleRow[] rows = new SampleRow[10];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = PageSeconds.second(1).delay(1 + i, null).row();
        }
        RunResult run = PageSeconds.with(RUN, new AbstractList<>() {
            @Override
            public SampleRow get(int index) {
                return rows[index % rows.length];
            }

            @Override
            public int size() {
                return 1_000_000;
            }
        });

        Document page = Documents.page(run);

        PageParts.assertDrawable(page);
        assertThat(PageParts.series(PageParts.chart(page, "dt"), "max").x())
                .hasSizeLessThanOrEqualTo(DownSampling.MAX_POINTS);
        assertThat(PageParts.chart(page, "dt").note()).contains("the chart shows the lowest and the highest value");
        assertThat(page.downloads()).isEmpty();
        assertThat(PageParts.text(page)).contains("The 1000000 seconds are too many for this page");
    }

    @Test
    void chartsOfOneHourAreSmall() {
        Document page = page(
                3_600,
                second -> PageSeconds.second(second)
                        .delay(
                                1 + Math.abs(Math.sin(second)),
                                PageSeconds.histogram(100, 1 + Math.abs(Math.sin(second))))
                        .behind(second * 17L % 100_000, 1_000_000 + second * 31L % 77_777, Motion.FLOWING)
                        .row());

        assertThat(PageParts.characters(page)).isLessThan(450_000);
        assertThat(page.downloads()).hasSize(1);
    }

    @Test
    void escapesHostileNames() {
        String hostileName = "<img src=x onerror=alert(1)>\u202e\u0007'\"";
        Document page = page(
                3,
                second -> PageSeconds.second(second)
                        .load(hostileName, 5, 2)
                        .load("other", 5, 2)
                        .probe("p." + hostileName, 1)
                        .row());

        PageParts.assertDrawable(page);
        assertThat(PageParts.chart(page, "write-tps").series())
                .extracting(Series::name)
                .contains("<img src=x onerror=alert(1)>\ufffd\ufffd'\"", "other");
    }

    @Test
    void limitsNumberOfDrawnLoads() {
        Document page = page(2, second -> {
            PageSeconds row = PageSeconds.second(second);
            for (int i = 0; i < 40; i++) {
                row.load("load-" + i, 1, 1);
            }
            return row.row();
        });

        assertThat(PageParts.chart(page, "latency-loads").series()).hasSize(Curves.MAX_CURVES);
        assertThat(PageParts.chart(page, "latency-loads").note()).contains("24 more are in samples.csv");
    }

    @Test
    void storedRunHasPage() {
        RunResult oldRun = StoredResult.read(Path.of("../cli/src/test/resources/io/github/cdctester/cli/result.json"))
                .run();

        Document page = Documents.page(oldRun);

        PageParts.assertDrawable(page);
        assertThat(PageParts.charts(page).map(Chart::id)).contains("dt", "eps", "latency");
        assertThat(PageParts.chart(page, "dt").series()).isNotEmpty();
    }
}
