// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.compose.experiment.PageRules;
import io.github.cdctester.internal.report.compose.experiment.Searches;
import io.github.cdctester.internal.report.compose.experiment.Sweeps;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.ConsumerResultCopy;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.ConsumerLimit;
import io.github.cdctester.result.FindMaxResult.CurvePoint;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateBracket;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SearchAnswerTest {

    private static final ConsumerLimit ORDERS = new ConsumerLimit("orders", 200.04, 2.44, 31);

    private static final String ORDERS_TEXT =
            ": 200.0 transactions/s at 205.3/s; 2.4 % of the commits stayed behind; 31 transactions behind at the end";

    @Test
    void reportsBottleneck() {
        assertThat(bound(TrialOutcome.LIMIT_BROKE, Bound.LIMIT)).isEqualTo("bound      the limit delay.p99<500ms");
        assertThat(bound(TrialOutcome.NOT_DELIVERED, Bound.WRITER)).isEqualTo("bound      the load generator");
        assertThat(bound(TrialOutcome.NOT_DELIVERED, Bound.MACHINE)).isEqualTo("bound      the machine");
        assertThat(bound(TrialOutcome.NOT_DELIVERED, Bound.SERVER)).isEqualTo("bound      the server or the network");
        assertThat(bound(TrialOutcome.BACKLOG_GREW, Bound.SERVER)).isEqualTo("bound      the server or the network");
        assertThat(bound(TrialOutcome.BACKLOG_GREW, Bound.READER)).isEqualTo("bound      the tester's reader");
    }

    @Test
    void reportsConsumerWithItsNumbers() {
        FindMaxResult search = search(TrialOutcome.BACKLOG_GREW, Bound.CONSUMER, ORDERS);
        assertThat(SearchAnswer.boundText(search)).contains("consumer orders" + ORDERS_TEXT);
        assertThat(SearchAnswer.answerText(search))
                .isEqualTo("196/s held in 3 of 3 trials; 205.3/s, 4.7 % above, did not hold: the backlog of consumer"
                        + " orders grew");
        assertThat(Formats.JSON.text(search)).contains("\"bound\" : \"CONSUMER\"", "\"name\" : \"orders\"");
        assertThat(Results.html(search)).contains("consumer orders" + ORDERS_TEXT);
        assertThat(search.answer().isLowerBound()).isFalse();
    }

    @Test
    void reportsConsumerOnBusyMachine() {
        FindMaxResult search = search(TrialOutcome.BACKLOG_GREW, Bound.MACHINE, ORDERS);
        assertThat(SearchAnswer.boundText(search)).contains("the machine; consumer orders" + ORDERS_TEXT);
        assertThat(SearchAnswer.answerText(search))
                .endsWith("did not hold: the backlog of consumer orders grew (limited by the machine)");
    }

    @Test
    void reportsConsumerWhoseLimitBroke() {
        FindMaxResult search =
                search(TrialOutcome.LIMIT_BROKE, Bound.CONSUMER, new ConsumerLimit("orders", 205.3, null, 1));
        assertThat(SearchAnswer.boundText(search))
                .contains("consumer orders: 205.3 transactions/s at 205.3/s; 1 transaction behind at the end");
        assertThat(SearchAnswer.answerText(search))
                .endsWith("did not hold: a limit broke (limited by consumer orders)");
    }

    @Test
    void curveHasConsumers() {
        RateTrial heldTrial = trial(1, 100, Purpose.RAMP);
        FindMaxResult search = Searches.search(
                answer(TrialOutcome.BACKLOG_GREW, Bound.CONSUMER, ORDERS),
                false,
                null,
                List.of(Searches.LIMIT),
                List.of(heldTrial, trial(2, 70, Purpose.CURVE)),
                List.of(new CurvePoint(70, true, 2)));
        Document page = PageRules.assertRules(new FindMaxComposer(search).document());
        assertThat(page.sections())
                .filteredOn(section -> section.id().equals("curve"))
                .flatExtracting(Section::blocks)
                .filteredOn(Table.class::isInstance)
                .extracting(block -> ((Table) block).id())
                .containsExactly("curve", "curve-consumers");
        assertThat(Results.table(search))
                .containsPattern("1, 100/s +orders +33.3 +5.250 +12.125 +30 +LOSSLESS")
                .containsPattern("70 %, 70/s +orders +33.3 +5.250 +12.125 +30 +LOSSLESS");
    }

    /** The run at 70 % has 50 delays, and its consumer none. */
    @Test
    void curveOmitsPercentilesOfTooFewDelays() {
        DurationSummary noDelays = new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);
        RunResult run = RunResultCopy.of(RunResults.of(50, 0.1, 1, Verdict.Status.LOSSLESS))
                .consumers(List.of(ConsumerResultCopy.of(JudgedResult.lossless("orders"))
                        .delay(noDelays)
                        .build()))
                .build();
        RateTrial point = new RateTrial(
                Searches.trial(2, 70, TrialOutcome.HELD, true, null, run),
                Purpose.CURVE,
                TrialOutcome.HELD,
                LimitedBy.NONE,
                0.0);
        FindMaxResult search = Searches.search(
                answer(TrialOutcome.BACKLOG_GREW, Bound.SERVER, null),
                false,
                null,
                List.of(Searches.LIMIT),
                List.of(trial(1, 100, Purpose.RAMP), point),
                List.of(new CurvePoint(70, true, 2)));
        assertThat(Results.table(search)).contains("70/s: DT p50 0.050, p99 - ms; write latency p50 2.00, p99 6.00 ms");
    }

    @Test
    void sweepHasConsumers() {
        Trial run = trial(1, 100, Purpose.RAMP).trial();
        SweepResult sweep = Sweeps.sweep("rate", 1, null, List.of(run), List.of());
        assertThat(Results.table(sweep)).containsPattern("100.0 +orders +33.3 +5.250 +12.125 +30 +LOSSLESS");
        assertThat(TrialValues.of(run.result()))
                .containsEntry("consumers.orders.delay.p99Millis", 12.125)
                .containsEntry("consumers.orders.transactionsPerSecond", 33.3);
    }

    private static RateTrial trial(int step, double rate, Purpose purpose) {
        RunResult run = JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"));
        return new RateTrial(
                Searches.trial(step, rate, TrialOutcome.HELD, true, null, run),
                purpose,
                TrialOutcome.HELD,
                LimitedBy.NONE,
                0.0);
    }

    private static String bound(TrialOutcome failedBecause, Bound bound) {
        return Results.table(search(failedBecause, bound, null))
                .lines()
                .filter(line -> line.startsWith("bound"))
                .findFirst()
                .orElseThrow();
    }

    private static FindMaxResult search(TrialOutcome failedBecause, Bound bound, @Nullable ConsumerLimit consumer) {
        return Searches.search(
                answer(failedBecause, bound, consumer),
                false,
                null,
                List.of(Searches.LIMIT),
                Searches.foundSearch().steps());
    }

    private static Answer answer(TrialOutcome failedBecause, Bound bound, @Nullable ConsumerLimit consumer) {
        return new Answer(
                Status.FOUND,
                196.0,
                3,
                0,
                true,
                205.3,
                4.74,
                failedBecause,
                null,
                new RateBracket(196.0, 205.3),
                bound,
                consumer);
    }
}
