// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.html.HtmlReport;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.LoadChange;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Forecast;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch.BacklogPart;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A short version of the published elasticity test. The second load writes from second 31 to 60 of 120. */
class PlanPageTest {

    private static final String MAIN = "oltp_insert";
    private static final String PLAN_TEXT =
            "probes:\n  pool: {sql: 'SELECT 1', unit: bytes}\n  nodes: {sql: 'SELECT 2', series-by: node}\n";

    private static final Plan PLAN = Plan.of(
            Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", ""),
            new Window(Duration.ZERO, Duration.ofSeconds(120), 0, Duration.ofSeconds(30)),
            List.of(load(MAIN, 0, 110), load("stress", 30, 30)));

    private static final LoadChange STRESS_STARTS = new LoadChange("stress", true, 29.6);

    private static NamedLoad load(String name, int fromSecond, int seconds) {
        return NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                .named(name)
                .between(Duration.ofSeconds(fromSecond), Duration.ofSeconds(seconds));
    }

    private static PlanResult plan(String text, List<SampleRow> samples, @Nullable String failure) {
        RunResult run = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        PhaseSpan span = new PhaseSpan(
                "load",
                PhaseSpan.PhaseType.BACKLOG,
                0,
                110,
                1,
                110,
                List.of(MAIN, "stress"),
                "time's up",
                backlog(),
                List.of());
        RunResult wholeRun =
                PageSeconds.with(run, PLAN, run.server(), run.summary(), List.of(), samples, List.of(span));
        SeriesStep step =
                new SeriesStep(30, 35, 512e6, 1_024e6, STRESS_STARTS, MAIN, new Around(5.0, 15.5, 33, 6.0), null, null);
        SeriesStep secondStep = new SeriesStep(
                40, 45, 1_024e6, 2_048e6, STRESS_STARTS, MAIN, null, new Around(90.0, 10, 41, 95.0), null);
        return new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                wholeRun.startedAt(),
                "elastic.yaml",
                text,
                failure != null,
                failure,
                List.of(new PhaseResult(1, "load", 0, 100, span.ended(), wholeRun)),
                List.of(
                        new ActionMark("load", 12.5, "SET GLOBAL x = 1", true, 12.0, null),
                        new ActionMark("load", 13, "SET GLOBAL y = 1", true, null, "no such variable"),
                        new ActionMark("load", 14, "SELECT SLEEP(600)", true, null, null),
                        new ActionMark("load", 3_600, "SET GLOBAL z = 1", false, null, "the plan ended before")),
                List.of(new SeriesSteps(
                        "pool",
                        0,
                        List.of(step, secondStep),
                        List.of(new Climb(30, 45, 512e6, 2_048e6, 2, STRESS_STARTS)))),
                wholeRun,
                List.of());
    }

    private static BacklogResult backlog() {
        return new BacklogResult(
                10,
                50_000_000L,
                4.5,
                60_000_000,
                13_000_000,
                null,
                new Forecast(1, 14_000_000, 3_000_000, 5.0, 11.1),
                List.of(new BacklogResult.Stretch(
                        BacklogPart.PILING_UP,
                        70,
                        80,
                        10,
                        100.0,
                        PageSeconds.NO_DURATIONS,
                        PageSeconds.NO_DURATIONS,
                        5e6)));
    }

    private static List<SampleRow> seconds() {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= 120; second++) {
            boolean isStressActive = second > 30 && second <= 60;
            PageSeconds row = PageSeconds.second(second)
                    .load(MAIN, second <= 110 ? 50 : 0, isStressActive ? 15 : 5)
                    .load("stress", isStressActive ? 400 : 0, 20)
                    .probe("pool", isStressActive ? 1_024e6 : 512e6)
                    .probe("nodes.count", second > 50 ? 2 : 1)
                    .probe("nodes.pcu.a", 4)
                    .probe("nodes.cpu.a", 40);
            if (second > 50 && second <= 90) {
                row.probe("nodes.pcu.b", 2).probe("nodes.cpu.b", 20);
            }
            rows.add(row.row());
        }
        return rows;
    }

    @Test
    void drawsPublishedCharts() {
        Document page = Documents.page(plan(PLAN_TEXT, seconds(), null));

        PageParts.assertDrawable(page);
        Chart chart = PageParts.chart(page, "elastic");
        assertThat(chart.series()).extracting(Series::role).containsExactly("main", "stress", "probe");
        assertThat(chart.series())
                .extracting(Series::shape)
                .containsExactly(Series.Shape.SCATTER, Series.Shape.SCATTER, Series.Shape.SCATTER_LINE);
        assertThat(chart.ys()).extracting(Axis::unit).containsExactly("ms", "MB");
        assertThat(PageParts.series(chart, "pool").y()).containsOnly(512, 1_024);
        assertThat(chart.marks())
                .containsExactly(
                        new Mark(31, "second load starts", "phase"), new Mark(60, "second load ends", "phase"));
        assertThat(PageParts.series(chart, "stress").x())
                .hasSize(30)
                .startsWith(31)
                .endsWith(60);
        assertThat(PageParts.series(PageParts.chart(page, "elastic-up"), MAIN).x())
                .startsWith(30)
                .endsWith(60);
        assertThat(PageParts.series(PageParts.chart(page, "elastic-down"), MAIN).x())
                .startsWith(60)
                .endsWith(110);
    }

    @Test
    void comparesMainLoadBeforeDuringAndAfter() {
        Document page = Documents.page(plan(PLAN_TEXT, seconds(), null));

        assertThat(PageParts.text(page))
                .contains(
                        "before\t0\t30\t5.000\t5.000\t1\t50\t",
                        "during\t30\t60\t15.000\t15.000\t31\t50\t",
                        "after\t60\t110\t5.000\t5.000\t61\t50\t");
    }

    /** The chart omits the second before a load's start or after its end if it contains only a few transactions. */
    @Test
    void omitsPartialSeconds() {
        List<SampleRow> rows = seconds();
        rows.set(
                29,
                PageSeconds.second(30)
                        .load(MAIN, 50, 5)
                        .load("stress", 2, 900)
                        .probe("pool", 512e6)
                        .row());
        rows.set(
                60,
                PageSeconds.second(61)
                        .load(MAIN, 50, 5)
                        .load("stress", 2, 900)
                        .probe("pool", 512e6)
                        .row());

        Document page = Documents.page(plan(PLAN_TEXT, rows, null));

        assertThat(PageParts.series(PageParts.chart(page, "elastic"), "stress").x())
                .hasSize(30)
                .startsWith(31)
                .endsWith(60);
        assertThat(PageParts.charts(page)
                        .filter(chart -> chart.title().equals("pool"))
                        .findFirst()
                        .orElseThrow()
                        .marks())
                .contains(new Mark(30, "stress starts", "phase"), new Mark(60, "stress ends", "phase"));
    }

    @Test
    void drawsProbeOfEachNodeAndNumberOfNodes() {
        Document page = Documents.page(plan(PLAN_TEXT, seconds(), null));

        Chart nodesChart = PageParts.charts(page)
                .filter(chart -> chart.title().equals("nodes pcu"))
                .findFirst()
                .orElseThrow();
        assertThat(nodesChart.series()).extracting(Series::name).containsExactly("a", "b", "number of nodes");
        assertThat(nodesChart.series()).extracting(Series::shape).containsOnly(Series.Shape.STEP);
        Series nodeB = PageParts.series(nodesChart, "b");
        assertThat(nodeB.x()).startsWith(51);
        assertThat(nodeB.y()[39]).isEqualTo(2);
        assertThat(nodeB.y()[40]).isNaN();
    }

    @Test
    void marksAndListsSteps() {
        Document page = Documents.page(plan(PLAN_TEXT, seconds(), null));

        Chart pool = PageParts.charts(page)
                .filter(chart -> chart.title().equals("pool"))
                .findFirst()
                .orElseThrow();
        assertThat(pool.marks())
                .contains(
                        new Mark(35, "512 MB → 1,024 MB", "step"),
                        new Mark(45, "1,024 MB → 2,048 MB", "step"),
                        new Mark(12.5, "SET GLOBAL x = 1", "action"),
                        new Mark(13, "failed: SET GLOBAL y = 1", "fault"),
                        new Mark(70, "reading paused", "action"),
                        new Mark(30, "stress starts", "phase"),
                        new Mark(60, "stress ends", "phase"));
        assertThat(pool.marks()).as("an action after the end").noneMatch(mark -> mark.x() > 120);
        assertThat(pool.bands()).contains(new Band(0, 110, "load", "phase"));
        assertThat(PageParts.text(page)).contains("\tSELECT SLEEP(600)\tended with the plan\t");
        assertThat(PageParts.text(page))
                .contains(
                        "512 MB\t1,024 MB\t30\t35\t5\t5\t-\t5\tstress starts at 30 s\toltp_insert\t5 → 15.50 → 6 at 33 s\t");
        assertThat(PageParts.section(page, "steps").blocks()).hasSize(2);
    }

    @Test
    void drawsPowersOfTwoInMebibytes() {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= 4; second++) {
            rows.add(PageSeconds.second(second)
                    .load(MAIN, 50, 5)
                    .load("stress", second == 1 ? 0 : 50, 5)
                    .probe("pool", (second < 3 ? 128 : 512) << 20)
                    .row());
        }

        Document page = Documents.page(plan(PLAN_TEXT, rows, null));

        assertThat(PageParts.charts(page)
                        .filter(chart -> chart.title().equals("pool"))
                        .map(chart -> PageParts.series(chart, "pool").y()))
                .hasSize(1)
                .allSatisfy(values -> assertThat(values).containsOnly(128, 512));
    }

    @Test
    void eachPhaseHasSection() {
        Document page = Documents.page(plan(PLAN_TEXT, seconds(), null));

        assertThat(PageParts.section(page, "phase-1").introduction())
                .isEqualTo("From 0.0 s to 100.0 s. Ended: time's up");
        assertThat(PageParts.text(page))
                .contains("The stream was not read for 10.0 s; 50.00 MB piled up. It caught up in 4.5 s, at 13.00"
                        + " MB/s.")
                .contains("Forecast, made 1.0 s after reading resumed: 5.0 s, at 14.00 MB/s read and 3.00 MB/s"
                        + " written; it was +11.1 % off.");
    }

    @Test
    void hasNoChartsIfPlanFailedBeforeFirstSample() {
        Document page = Documents.page(plan("", List.of(), "program elastic ended with 1"));

        PageParts.assertDrawable(page);
        assertThat(page.headline().tone()).isEqualTo(Tone.BAD);
        assertThat(page.headline().text()).startsWith("Failed");
        assertThat(PageParts.charts(page)).isEmpty();
    }

    @Test
    void omitsLoadsAndChartsWithoutPoints() throws IOException {
        List<SampleRow> samples = seconds().subList(0, 60);
        for (int second = 41; second <= 60; second++) { // the main load ends, and the plan ends with the second load
            samples.set(
                    second - 1,
                    PageSeconds.second(second)
                            .load(MAIN, 0, 5)
                            .load("stress", 400, 20)
                            .probe("pool", 1_024e6)
                            .row());
        }
        PlanResult planEndingWithSecondLoad = plan(PLAN_TEXT, samples, null);

        Document page = Documents.page(planEndingWithSecondLoad);

        PageParts.assertDrawable(page);
        assertThat(PageParts.section(page, "elasticity").blocks())
                .filteredOn(Chart.class::isInstance)
                .extracting(block -> ((Chart) block).id())
                .containsExactly("elastic", "elastic-up");
        HtmlReport.write(page, Writer.nullWriter());
    }

    /** The main load has ended, but the plan still observes the server. */
    @Test
    void drawsProbeAfterLastLoad() {
        List<SampleRow> samples = seconds();
        for (int second = 41; second <= 120; second++) {
            samples.set(
                    second - 1,
                    PageSeconds.second(second)
                            .load(MAIN, 0, 5)
                            .load("stress", second <= 59 ? 400 : 0, 20)
                            .probe("pool", 1_024e6)
                            .row());
        }

        Document page = Documents.page(plan(PLAN_TEXT, samples, null));

        assertThat(PageParts.chart(page, "elastic-down").series())
                .extracting(Series::name)
                .containsExactly("pool");
    }

    @Test
    void hasNoElasticityChartsForOneLoad() {
        Document page = Documents.page(plan(
                PLAN_TEXT,
                List.of(PageSeconds.second(1)
                        .load(MAIN, 1, 1)
                        .load("stress", 0, 1)
                        .probe("pool", 5)
                        .row()),
                null));

        assertThat(page.sections()).extracting(Section::id).doesNotContain("elasticity");
    }
}
