// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.experiment.PageRules;
import io.github.cdctester.internal.report.compose.experiment.Searches;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FindMaxComposerTest {

    @Test
    void headlineReportsRateAndTrials() {
        FindMaxResult search = Searches.foundSearch();
        Document page = PageRules.assertRules(Documents.page(search));
        assertThat(page.headline().tone()).isEqualTo(Tone.GOOD);
        assertThat(page.headline().text()).isEqualTo("Highest rate: 300.2 transactions/s");
        assertThat(page.headline().summary()).isEqualTo("" + SearchAnswer.answerText(search) + ".");
        assertThat(page.headline().figures())
                .startsWith(
                        new Figure("Highest rate that holds", "300.2", "/s", "held in 2 of 2 trials"),
                        new Figure("Lowest that fails", "314.5", "/s", "4.8 % above; backlog grew"),
                        new Figure("DT p50", "13.4", "ms", "in step 10"))
                .endsWith(new Figure("Trials", "10", "", "of 15 at most; 7 held"));
        assertThat(page.headline().limits())
                .containsExactly(new CheckedLimit(Searches.LIMIT, "cdc.delay.p99Millis is 48.063 ms", true));
        assertThat(page.headline().warnings()).extracting(Warning::what).doesNotContain("The answer was not confirmed");
    }

    @Test
    void headlineNamesFaultyConsumer() {
        FindMaxResult search = Searches.searchOf(
                JudgedResult.of(List.of(), List.of(), JudgedResult.behind("slow"), JudgedResult.torn("torn")));
        Document page = PageRules.assertRules(Documents.page(search));
        assertThat(page.headline().tone()).isEqualTo(Tone.BAD);
        assertThat(page.headline().text())
                .isEqualTo("LOST 2 of consumer torn at step 2; highest rate: 100 transactions/s");
        assertThat(Documents.page(Searches.searchOf(JudgedResult.of(List.of(), List.of(), JudgedResult.behind("slow"))))
                        .headline()
                        .text())
                .isEqualTo("Highest rate: 100 transactions/s");
    }

    @Test
    void noteThatOnlyFailedStepsHaveNamesThem() {
        Note few = Note.of(Code.TRANSACTIONS_NOT_STARTED, "count", 9, "percent", 10.0, "waitedMillis", 1.0);
        Note most = Note.of(Code.TRANSACTIONS_NOT_STARTED, "count", 8, "percent", 75.8, "waitedMillis", 2.0);
        RunResult run = RunResults.of(3_000, 0.1, 1, Verdict.Status.LOSSLESS);
        List<RateTrial> trials = List.of(
                trial(1, TrialOutcome.HELD, run),
                trial(
                        2,
                        TrialOutcome.NOT_DELIVERED,
                        RunResultCopy.of(run).notes(List.of(few)).build()),
                trial(
                        3,
                        TrialOutcome.NOT_DELIVERED,
                        RunResultCopy.of(run).notes(List.of(most)).build()));
        Answer answer = Searches.foundSearch().answer();
        Document page = Documents.page(Searches.search(answer, false, null, List.of(Searches.LIMIT), trials));
        assertThat(page.sections().stream()
                        .flatMap(section -> section.blocks().stream())
                        .filter(Facts.class::isInstance)
                        .flatMap(facts -> ((Facts) facts).facts().stream()))
                .extracting(Facts.Fact::text)
                .contains("step 2, step 3, worst at step 3: " + most.text());
    }

    private static RateTrial trial(int step, TrialOutcome outcome, RunResult run) {
        return new RateTrial(
                Searches.trial(step, 100 * step, outcome, true, null, run), Purpose.RAMP, outcome, LimitedBy.NONE, 0.0);
    }

    @Test
    void drawsRangeOfAnswerAfterEachTrial() {
        Chart chart = PageRules.chart(Documents.page(Searches.foundSearch()), "trials");
        assertThat(PageRules.series(chart, "highest that held so far", Shape.STEP)
                        .y())
                .containsExactly(100, 200, 200, 261.2, 273.6, 286.6, 286.6, 300.2, 300.2, 300.2);
        assertThat(PageRules.series(chart, "lowest that did not hold so far", Shape.STEP)
                        .y())
                .containsExactly(Double.NaN, Double.NaN, 800, 800, 800, 800, 478.8, 478.8, 314.5, 314.5);
        assertThat(PageRules.series(chart, "held", Shape.SCATTER).x()).containsExactly(0, 1, 3, 4, 5, 7, 9);
        Series grownBacklogs = PageRules.series(chart, "backlog grew", Shape.SCATTER);
        assertThat(grownBacklogs.y()).containsExactly(800, 314.5);
        assertThat(grownBacklogs.labels()).contains("step 3, ramp: 800/s backlog grew");
        assertThat(chart.series())
                .extracting(Series::name)
                .contains("limit broke")
                .doesNotContain("run failed");
        assertThat(chart.note()).isEqualTo("The highest rate that holds is between the two lines.");
    }

    /** The trials contradict each other: rate 400 passed, then rate 300 failed, then rate 300 passed. */
    @Test
    void neverDrawsPassedRateAboveFailedRate() {
        List<RateTrial> rows = List.of(
                row(1, 200, TrialOutcome.HELD),
                row(2, 400, TrialOutcome.HELD),
                row(3, 300, TrialOutcome.BACKLOG_GREW),
                row(4, 300, TrialOutcome.HELD),
                row(5, 400, TrialOutcome.LIMIT_BROKE),
                row(6, 400, TrialOutcome.LIMIT_BROKE));
        Chart chart = PageRules.chart(
                Documents.page(
                        Searches.search(Searches.foundSearch().answer(), false, null, List.of(Searches.LIMIT), rows)),
                "trials");
        double[] heldRates =
                PageRules.series(chart, "highest that held so far", Shape.STEP).y();
        double[] failedRates = PageRules.series(chart, "lowest that did not hold so far", Shape.STEP)
                .y();
        assertThat(heldRates).containsExactly(200, 400, 200, 400, 300, 300);
        assertThat(failedRates).containsExactly(Double.NaN, Double.NaN, 300, Double.NaN, 400, 400);
    }

    private static RateTrial row(int step, double rate, TrialOutcome outcome) {
        return new RateTrial(
                Searches.trial(step, rate, outcome, true, null, null).with(List.of(), List.of(), Map.of()),
                Purpose.RAMP,
                outcome,
                null,
                null);
    }

    @Test
    void drawsEachLimitOverRate() {
        Document page = Documents.page(Searches.foundSearch());
        Chart chart = PageRules.chart(page, "limit-1");
        assertThat(chart.ys().get(0).name()).isEqualTo("cdc.delay.p99 ms");
        Series line = PageRules.series(chart, Searches.LIMIT, Shape.LINE);
        assertThat(line.x()).containsExactly(100, 800);
        assertThat(line.y()).containsExactly(500, 500);
        assertThat(PageRules.series(PageRules.chart(page, "backlog"), "backlog grew", Shape.SCATTER)
                        .y())
                .containsExactly(57.2, 2.5);
    }

    @Test
    void tableHasRowPerTrial() {
        Table table = PageRules.table(Documents.page(Searches.foundSearch()), "table");
        assertThat(TableTexts.headings(table))
                .containsExactly(
                        "step",
                        "rate",
                        "phase",
                        "outcome",
                        "TPS",
                        "backlog %",
                        "DT p50 ms",
                        "DT p99 ms",
                        Searches.LIMIT,
                        "verdict",
                        "folder");
        assertThat(PageRules.row(table, 8))
                .containsExactly(
                        "9",
                        "314.5",
                        "bisect",
                        "backlog grew",
                        "314.5",
                        "2.5",
                        "74.175",
                        "176.511",
                        "176.5 ms",
                        "BEHIND",
                        "step-09");
        assertThat(table.rows().get(8).cells().get(3).tone()).isEqualTo(Tone.BAD);
        assertThat(table.rows().get(8).cells().get(8).tone()).isEqualTo(Tone.GOOD);
    }

    @Test
    void explainsSearchWithoutAnswer() {
        String markup = "<script>alert(1)</script> \u0000";
        Document page = PageRules.assertRules(Documents.page(Searches.failedSearch(markup)));
        assertThat(page.headline().tone()).isEqualTo(Tone.UNSURE);
        assertThat(page.headline().text()).isEqualTo("The highest rate was not found");
        assertThat(page.headline().limits())
                .containsExactly(new CheckedLimit(markup, "no rate was found at which it holds", null));
        assertThat(page.headline().warnings())
                .extracting(Warning::what)
                .containsExactly(
                        "The search was interrupted",
                        "Steps failed: step 1",
                        "No answer",
                        "Started before the stream was idle: step 1");
        Document emptyPage = PageRules.assertRules(Documents.page(Searches.search(
                new Answer(Status.OPEN, null, 0, 0, false, null, null, null, null, null, null, null),
                false,
                null,
                List.of(),
                List.of())));
        assertThat(PageRules.chart(emptyPage, "trials").series()).isEmpty();
    }

    @Test
    void explainsMissingLineOfChart() {
        FindMaxResult search = Searches.foundSearch();
        assertThat(note(search, 0, 2)).isEqualTo("Each rate held: the highest that holds is on the line or above.");
        assertThat(note(search, 2, 3)).isEqualTo("No rate held: the highest that holds is below the line.");
        assertThat(note(search, 0, 0)).isEqualTo("It is not known of any trial whether its rate holds.");
    }

    private static String note(FindMaxResult search, int from, int to) {
        return PageRules.chart(
                        Documents.page(Searches.search(
                                search.answer(),
                                false,
                                null,
                                List.of(Searches.LIMIT),
                                search.steps().subList(from, to))),
                        "trials")
                .note();
    }

    @Test
    void warnsOfAnswerAtEdgeOrTesterLimit() {
        FindMaxResult search = Searches.foundSearch();
        Document page = Documents.page(Searches.search(
                new Answer(
                        Status.COARSE,
                        200.0,
                        1,
                        1,
                        false,
                        800.0,
                        300.0,
                        TrialOutcome.BACKLOG_GREW,
                        LimitedBy.TESTER,
                        null,
                        Bound.READER,
                        null),
                false,
                null,
                List.of(Searches.LIMIT),
                search.steps()));
        assertThat(page.headline().text()).isEqualTo("At least 200/s: the tester's reader was the limit");
        assertThat(page.headline().warnings())
                .extracting(Warning::what)
                .startsWith(
                        "The answer is less precise than requested",
                        "The answer is near the limit",
                        "The tester's reader was the limit");
    }
}
