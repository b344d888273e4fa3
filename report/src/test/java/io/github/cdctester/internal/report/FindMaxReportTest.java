// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.TrialResults;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.experiment.Searches;
import io.github.cdctester.internal.report.compose.findmax.SearchAnswer;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.CurvePoint;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateBracket;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FindMaxReportTest {

    private static final Answer FOUND_ANSWER = new Answer(
            Status.FOUND,
            1_000.0,
            3,
            0,
            true,
            1_040.0,
            4.0,
            TrialOutcome.BACKLOG_GREW,
            LimitedBy.SERVER,
            null,
            null,
            null);

    @TempDir
    private Path directory;

    @Test
    void tableFitsTerminalAndHasRowPerTrial() {
        List<String> lines = Results.table(search(FOUND_ANSWER, null)).lines().toList();
        assertThat(lines).allMatch(line -> line.length() <= 80);
        assertThat(lines.get(0)).isEqualTo("Highest rate: oltp_insert, 4 threads, delay.p99<500ms");
        assertThat(lines).anyMatch(line -> line.startsWith("MySQL "));
        assertThat(lines)
                .anyMatch(line -> line.matches("step +rate +phase +outcome +TPS +backlog % +DT p50 ms +DT p99 ms"))
                .anyMatch(line -> line.matches("1 +1000 +ramp +held +100.0 +0.1 +1.000 +3.000"))
                .anyMatch(line -> line.matches("2 +2000 +ramp +backlog grew +100.0 +49.9 +1.000 +3.000"))
                .anyMatch(line -> line.matches("3 +1000 +confirm +run failed +- +- +- +-"));
        assertThat(lines)
                .contains("step 2     the backlog grew: 49.9 % of the committed data stayed behind")
                .contains("step 3     failed: querying 127.0.0.1:3306 failed: it is gone")
                .contains("note       A note. It was noted during the run.");
    }

    @Test
    void tableShowsWritesIfThereIsNoStream() {
        String jsonWithoutStream =
                Results.json(search(FOUND_ANSWER, null)).replace("\"stream\" : true", "\"stream\" : false");
        FindMaxResult search =
                StoredResult.of("find-max.json", jsonWithoutStream).as(FindMaxResult.class);

        assertThat(Results.table(search).lines())
                .anyMatch(line -> line.matches("step +rate +phase +outcome +TPS +lat p50 ms +lat p99 ms"));
        assertThat(Results.table(search)).doesNotContain("backlog:", "DT:");
        assertThat(Results.html(search)).contains("against rate").doesNotContain("Backlog against rate");
    }

    @Test
    void summaryHasAnswerAndRowPerTrial() {
        assertThat(Formats.SUMMARY.text(search(FOUND_ANSWER, null)))
                .startsWith("# Highest rate: oltp_insert, 4 threads, delay.p99\\<500ms\n\nMySQL ")
                .contains("1000/s held in 3 of 3 trials; 1040/s, 4.0 % above, did not hold")
                .contains("\n| step | rate | phase | outcome | TPS | backlog % | DT p50 ms | DT p99 ms |\n")
                .contains("| 2 | 2000 | ramp | backlog grew | 100.0 | 49.9 | 1.000 | 3.000 |")
                .contains("\n- step 3: failed: querying 127.0.0.1:3306 failed: it is gone\n");
    }

    @Test
    void curveIsSeparateFromTrials() {
        FindMaxResult search = curveSearch(TrialOutcome.HELD);
        assertThat(Results.table(search).lines())
                .allMatch(line -> line.length() <= 80)
                .anyMatch(line -> line.matches("of highest % +rate +TPS +DT p50 ms +DT p99 ms +lat p50 ms +lat p99 ms"))
                .anyMatch(line -> line.matches("70 +700 +[\\d.]+ +1.000 +3.000 +[\\d.]+ +[\\d.]+"))
                .anyMatch(line -> line.matches("100 +1000 +.*"))
                .anyMatch(line -> line.matches("at 70 % +700/s: DT p50 1.00, p99 3.00 ms; write latency p50 .*"));
        assertThat(Results.html(search))
                .contains("Delay against throughput", "Write latency against throughput")
                .doesNotContain("CURVE_NOT_HELD", "A rate of the curve did not hold");
        assertThat(Results.html(search(FOUND_ANSWER, null))).doesNotContain("against throughput");

        assertThat(Results.html(curveSearch(TrialOutcome.LIMIT_BROKE))).contains("A rate of the curve did not hold");
        String json = Results.json(search);
        assertThat(StoredResult.of("find-max.json", json).as(FindMaxResult.class))
                .isEqualTo(search);
        String jsonWithoutCurve = json.replaceFirst("(?s),\\s*\"curve\" : \\[.*?\\]", "");
        assertThat(StoredResult.of("find-max.json", jsonWithoutCurve)
                        .as(FindMaxResult.class)
                        .curve())
                .isEmpty();
    }

    @Test
    void doesNotReportExcessiveRateAsFailure() {
        JUnitDocument tests = JUnitDocument.of(search(FOUND_ANSWER, null));
        assertThat(tests.outcome("find-max", "answer")).isEqualTo("passed");
        assertThat(tests.outcome("step 2, 2000/s", "run")).isEqualTo("passed");
        assertThat(tests.outcome("step 3, 1000/s", "run"))
                .isEqualTo("error: failed: querying 127.0.0.1:3306 failed: it is gone");
        Answer noAnswer = new Answer(
                Status.NONE, null, 0, 0, false, 10.0, null, TrialOutcome.LIMIT_BROKE, null, null, null, null);
        assertThat(JUnitDocument.of(search(noAnswer, null)).outcome("find-max", "answer"))
                .startsWith("failure: none: not even the lowest rate holds");
    }

    @Test
    void answerReportsHeldTrialsAndBottleneck() {
        assertThat(answer(FOUND_ANSWER))
                .isEqualTo("1000/s held in 3 of 3 trials; 1040/s, 4.0 % above, did not hold: the backlog grew");
        assertThat(answer(new Answer(Status.AT_LEAST, 5_000.0, 3, 1, true, null, null, null, null, null, null, null)))
                .isEqualTo("at least 5000/s held in 3 of 4 trials; no higher rate was to be tried");
        assertThat(answer(new Answer(
                        Status.COARSE,
                        12.5,
                        1,
                        0,
                        true,
                        25.0,
                        100.0,
                        TrialOutcome.NOT_DELIVERED,
                        LimitedBy.SERVER,
                        null,
                        Bound.SERVER,
                        null)))
                .isEqualTo(
                        "at least 12.5/s held in 1 of 1 trial; 25/s, 100.0 % above, did not hold: the load"
                                + " could not be delivered (limited by the server or the network); less precise than requested");
        assertThat(answer(new Answer(
                        Status.NONE,
                        null,
                        0,
                        0,
                        false,
                        1.0,
                        null,
                        TrialOutcome.LIMIT_BROKE,
                        LimitedBy.NONE,
                        null,
                        null,
                        null)))
                .isEqualTo("none: not even the lowest rate holds; 1/s did not hold: a limit broke");
        assertThat(answer(new Answer(Status.OPEN, 1_000.0, 1, 0, false, null, null, null, null, null, null, null)))
                .isEqualTo("none; 1000/s (held 1 of 1); no rate held often enough");
        assertThat(answer(new Answer(
                        Status.OPEN,
                        null,
                        1,
                        0,
                        false,
                        15_560.0,
                        2.5,
                        TrialOutcome.LIMIT_BROKE,
                        LimitedBy.NONE,
                        new RateBracket(15_180.0, 15_560.0),
                        Bound.LIMIT,
                        null)))
                .isEqualTo(
                        "none; between 15180/s (held 1 of 1) and 15560/s (failed: a limit broke); no rate held often enough");
        assertThat(answer(new Answer(Status.OPEN, null, 0, 0, false, null, null, null, null, null, null, null)))
                .isEqualTo("none");
    }

    /** If the tester limits the rate, the capacity of the server is unknown. */
    @Test
    void answerIsLowerBoundIfTesterIsLimit() {
        Answer answer = new Answer(
                Status.AT_LEAST,
                2_113.0,
                3,
                0,
                true,
                2_200.0,
                4.1,
                TrialOutcome.NOT_DELIVERED,
                LimitedBy.TESTER,
                new RateBracket(2_113.0, 2_200.0),
                Bound.WRITER,
                null);
        FindMaxResult search = search(answer, "at least 2113/s: the load generator was the limit");
        assertThat(search.isHeld()).isFalse();
        String table = Results.table(search);
        assertThat(table.replaceAll("\\s+", " "))
                .contains("result At least 2113/s: the load generator was the limit")
                .contains(
                        "answer at least 2113/s: the load generator was the limit; 2113/s held in 3 of 3 trials; 2200/s,")
                .contains("note The load generator was the limit.")
                .doesNotContain("reader used");
        assertThat(table).doesNotContain("\nended");
        assertThat(Results.html(search)).contains("At least 2113/s: the load generator was the limit");
        assertThat(Documents.page(search).headline().tone()).isEqualTo(Tone.UNSURE);
        assertThat(JUnitDocument.of(search).outcome("find-max", "answer")).startsWith("failure: at least 2113/s: ");
        assertThat(Results.json(search))
                .contains("\"status\" : \"AT_LEAST\"", "\"endedBecause\" : \"at least 2113/s: the load generator");
    }

    @Test
    void listsEndReasonAndBrokenLimitBelowTable() {
        FindMaxResult search = search(
                new Answer(Status.OPEN, null, 0, 0, false, null, null, null, null, null, null, null), "interrupted");
        assertThat(Results.table(search))
                .contains("\nended      interrupted\n")
                .contains("\nfailed     condition: 3 rows\n");
    }

    @Test
    void readsWrittenFiles() {
        FindMaxResult search = search(FOUND_ANSWER, null);
        Results.write(search, directory);
        assertThat(Results.read(directory.resolve("find-max.json"), FindMaxResult.class))
                .isEqualTo(search);
        assertThat(Results.read(directory.resolve("step-02/result.json")))
                .isEqualTo(search.steps().get(1).trial().result());
        assertThat(directory.resolve("step-01/samples.csv")).exists();
        assertThat(Files.exists(directory.resolve("step-03"))).isFalse();
    }

    @Test
    void rejectsOtherResultKind() {
        StoredResult storedResult = StoredResult.of("find-max.json", Results.json(search(FOUND_ANSWER, null)));
        assertThat(storedResult.isOfType(FindMaxResult.class)).isTrue();
        assertThat(storedResult.isOfType(SweepResult.class)).isFalse();
        assertThatThrownBy(storedResult::run)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("find-max.json is a find-max's; name the result.json of one of its runs");
        assertThatThrownBy(() -> storedResult.as(SweepResult.class))
                .hasMessage("find-max.json is not a sweep's; name a sweep.json");
        assertThatThrownBy(() -> StoredResult.of("sweep.json", Formats.JSON.text(SweepReportTest.sweep(1)))
                        .as(FindMaxResult.class))
                .hasMessage("sweep.json is not a find-max's; name a find-max.json");
    }

    @Test
    void jsonHasFormatOfAllResultKinds() {
        assertThat(Results.json(search(FOUND_ANSWER, null)))
                .startsWith("{\n  \"schemaVersion\" : 1,\n  \"kind\" : \"find-max\",")
                .contains("\"steps\" : [ {", "\"trial\" : {", "\"answer\" : {", "\"result\" : {");
    }

    @Test
    void printsLinePerFinishedTrial() {
        assertThat(trials().stream().map(SearchAnswer::trialText))
                .containsExactly(
                        "1000/s held",
                        "2000/s did not hold: the backlog grew: 49.9 % of the committed data stayed behind",
                        "1000/s: failed: querying 127.0.0.1:3306 failed: it is gone");
    }

    private static String answer(Answer answer) {
        return Documents.page(search(answer, null)).sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Facts.class::isInstance)
                .flatMap(facts -> ((Facts) facts).facts().stream())
                .filter(fact -> fact.label().equals("answer"))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private static FindMaxResult search(Answer answer, @Nullable String endedBecause) {
        return new FindMaxResult(
                1,
                FindMaxResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                List.of("delay.p99<500ms"),
                1_000,
                10_000_000,
                5,
                2,
                15,
                0.5,
                endedBecause != null,
                endedBecause,
                null,
                List.of(new Check("condition", 3.0, endedBecause == null, "3 rows")),
                answer,
                trials(),
                List.of());
    }

    /** The last run has 70 % of the answer. */
    private static FindMaxResult curveSearch(TrialOutcome outcome) {
        FindMaxResult search = search(FOUND_ANSWER, null);
        List<RateTrial> trials = new ArrayList<>(search.steps());
        trials.add(trial(4, 700, Purpose.CURVE, outcome, 0.1, List.of(), null));
        return Searches.search(
                search.answer(), false, null, search.limits(), trials, List.of(new CurvePoint(70, true, 4)));
    }

    private static List<RateTrial> trials() {
        Settling settling = new Settling(true, 1.5, 0.5, null);
        String failureReason = "querying 127.0.0.1:3306 failed: it is gone";
        return List.of(
                trial(1, 1_000, Purpose.RAMP, TrialOutcome.HELD, 0.1, List.of(), settling),
                trial(
                        2,
                        2_000,
                        Purpose.RAMP,
                        TrialOutcome.BACKLOG_GREW,
                        49.9,
                        List.of(Note.of(Code.BACKLOG_GREW, "percent", 49.9)),
                        settling),
                new RateTrial(
                        new Trial(
                                        3,
                                        1,
                                        1_000,
                                        "1000",
                                        Trial.Status.FAILED,
                                        failureReason,
                                        "step-03",
                                        true,
                                        null,
                                        List.of(),
                                        List.of(),
                                        Map.of(),
                                        null)
                                .with(
                                        List.of(Note.of(Code.TRIAL_FAILED, "reason", failureReason)),
                                        List.of(),
                                        Map.of()),
                        Purpose.CONFIRMATION,
                        TrialOutcome.RUN_FAILED,
                        null,
                        null));
    }

    private static RateTrial trial(
            int step,
            double rate,
            Purpose purpose,
            TrialOutcome outcome,
            double growthPercent,
            List<Note> reasons,
            @Nullable Settling settling) {
        return new RateTrial(
                Searches.trial(step, rate, outcome, true, settling, TrialResults.steadyRun())
                        .with(
                                reasons,
                                List.of(new Check("delay.p99<500ms", 3.0, true, "cdc.delay.p99Millis is 3 ms")),
                                Map.of(
                                        "write.transactionsPerSecond",
                                        100.0,
                                        "cdc.delay.p50Millis",
                                        1.0,
                                        "cdc.delay.p99Millis",
                                        3.0)),
                purpose,
                outcome,
                LimitedBy.SERVER,
                growthPercent);
    }
}
