// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.compose.experiment.Searches;
import io.github.cdctester.internal.report.compose.experiment.WorstSecond;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the JUnit XML of a run. */
final class JUnitXmlTest {

    private static final String SUITE = "oltp_insert, 1 thread, closed loop, 10.0 s measured";

    @Test
    void reportsVerdictAndLimitsAsTestCases() {
        JUnitDocument tests = JUnitDocument.of(run(
                Verdict.Status.LOST,
                new Check("delay.p99>500ms", 812.4, false, "cdc.delay.p99Millis is 812.4 ms"),
                new Check("tps<10", 110.0, true, "cdc.transactionsPerSecond is 110/s")));
        assertThat(tests.suites()).containsExactly(SUITE);
        assertThat(tests.outcome(SUITE, "run")).isEqualTo("passed");
        assertThat(tests.outcome(SUITE, "verdict")).isEqualTo("failure: LOST 1, committed 1,000, observed 1,000");
        assertThat(tests.outcome(SUITE, "tps<10")).isEqualTo("passed");
        assertThat(tests.outcome(SUITE, "delay.p99>500ms")).isEqualTo("failure: cdc.delay.p99Millis is 812.4 ms");
        assertThat(tests.text(SUITE, "delay.p99>500ms"))
                .contains("limit: delay.p99>500ms\n", "actual: 812.4\n", "worst second: 3 (MEASURE), 900 ms");
    }

    @Test
    void reportsEachConsumerAsTestCase() {
        ConsumerResult repeatingConsumer = JudgedResult.repeating("repeats");
        JUnitDocument tests = JUnitDocument.of(JudgedResult.of(
                List.of(),
                List.of(),
                JudgedResult.lossless("good"),
                JudgedResult.torn("torn"),
                repeatingConsumer,
                JudgedResult.allowedToRepeat(repeatingConsumer, "allowed"),
                JudgedResult.unchecked("played", true),
                JudgedResult.unchecked("followed", false)));
        String suite = tests.suites().get(0);
        assertThat(tests.outcome(suite, "consumer good")).isEqualTo("passed");
        assertThat(tests.outcome(suite, "consumer torn"))
                .startsWith("failure: LOST 2")
                .containsOnlyOnce("first cdc_seq 41");
        assertThat(tests.outcome(suite, "consumer repeats"))
                .startsWith("failure: DUPLICATED 3")
                .containsOnlyOnce("first binlog.000001:77 again");
        assertThat(tests.outcome(suite, "consumer allowed")).isEqualTo("passed");
        assertThat(tests.outcome(suite, "consumer played")).startsWith("failure: NOT_CHECKED");
        assertThat(tests.outcome(suite, "consumer followed")).startsWith("skipped: NOT_CHECKED");
    }

    /** BEHIND shows only that a rate was too high, and nothing failed if the consumer was not checked. */
    @Test
    void searchReportsFaultyConsumersOfEachStep() {
        RunResult run = JudgedResult.of(
                List.of(),
                List.of(),
                JudgedResult.torn("torn"),
                JudgedResult.behind("behind"),
                JudgedResult.unchecked("unchecked", true));
        FindMaxResult search = Searches.searchOf(run);
        assertThat(search.isHeld()).isFalse();
        JUnitDocument tests = JUnitDocument.of(search);
        String suite = "step 2, 200/s";
        assertThat(tests.outcome(suite, "consumer torn")).startsWith("failure: LOST 2");
        assertThat(tests.outcome(suite, "consumer behind")).isEqualTo("passed");
        assertThat(tests.outcome(suite, "consumer unchecked")).startsWith("skipped: NOT_CHECKED");
    }

    /** subscribe, record, learn and judge --no-load stop before the end of the log, and exit with code 0. */
    @Test
    void missingEndFailsOnlyIfItWasAwaited() {
        assertThat(verdictOutcome(run(Verdict.Status.BEHIND))).startsWith("failure: BEHIND");
        RunResult following = withoutLoads(run(Verdict.Status.BEHIND));
        assertThat(verdictOutcome(following)).isEqualTo("passed");
        assertThat(verdictOutcome(withoutLoads(run(Verdict.Status.LOST)))).startsWith("failure: LOST");
        RunResult judgedRun = RunResultCopy.of(following)
                .consumers(List.of(JudgedResult.unchecked("followed", false)))
                .build();
        assertThat(verdictOutcome(judgedRun)).isEqualTo("passed");
        RunResult playedRun = RunResultCopy.of(following)
                .consumers(List.of(JudgedResult.lossless("played")))
                .build();
        assertThat(verdictOutcome(playedRun)).startsWith("failure: BEHIND");
        RunResult interruptedRun = RunResultCopy.of(following)
                .interrupted(true)
                .interruptedBecause("the server went away")
                .build();
        assertThat(verdictOutcome(interruptedRun)).startsWith("failure: BEHIND");
    }

    private static RunResult withoutLoads(RunResult run) {
        return RunResultCopy.of(run).plan(run.plan().loads(List.of())).build();
    }

    private static String verdictOutcome(RunResult run) {
        JUnitDocument tests = JUnitDocument.of(run);
        return tests.outcome(tests.suites().get(0), "verdict");
    }

    @Test
    void reportsSecondWithWorstValue() {
        assertThat(worstSecond("write.transactionsPerSecond<1000")).isEqualTo("3 (MEASURE), 997/s");
        assertThat(worstSecond("bps<1")).isEqualTo("2 (MEASURE), 20 B/s");
        assertThat(worstSecond("latency.max>1ms")).isEqualTo("3 (MEASURE), 900 ms");
        assertThat(worstSecond("errors>0")).isEqualTo("4 (DRAIN), 4");
        assertThat(worstSecond("loads.tpcc.latency.p99>1ms")).isEqualTo("3 (MEASURE), 900 ms");
    }

    /** Such a second would contradict the checked rate. */
    @Test
    void worstSecondExcludesHeartbeatsAndDrain() {
        assertThat(worstSecond("TPS<100")).isEqualTo("3 (MEASURE), 67/s");
        assertThat(worstSecond("EPS<500")).isEqualTo("3 (MEASURE), 335/s");
        assertThat(worstSecond("BPS>1kB")).isEqualTo("3 (MEASURE), 30 B/s");
    }

    @Test
    void omitsWorstSecondIfThereAreNoValuesPerSecond() {
        assertThat(worstSecond("verdict!=LOSSLESS")).isEmpty();
        assertThat(worstSecond("tester.missedTicks>0")).isEmpty();
        assertThat(worstSecond("errors=0")).isEmpty();
        assertThat(worstSecond("sum of balances is 3")).isEmpty();
        assertThat(worstSecond("loads.other.latency.p99>1ms")).isEmpty();
    }

    @Test
    void incompleteRunIsError() {
        RunResult run = run(Verdict.Status.NOT_CHECKED);
        RunResult interruptedRun = new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                true,
                "the server went away",
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                run.samples(),
                List.of(),
                Map.of(),
                List.of(),
                List.of());
        JUnitDocument tests = JUnitDocument.of(interruptedRun);
        String suite = SUITE + " (interrupted)";
        assertThat(tests.outcome(suite, "run")).isEqualTo("error: interrupted: the server went away");
        assertThat(tests.outcome(suite, "verdict")).startsWith("skipped: NOT_CHECKED");
        assertThat(JUnitDocument.of(interruptedRun, new CommandFailure("run", Instant.EPOCH, "the server went away"))
                        .suites())
                .as("the failure is not repeated")
                .containsExactly(suite);
        assertThat(JUnitDocument.of(new CommandFailure("run", Instant.EPOCH, "no way"))
                        .outcome("run", "run"))
                .isEqualTo("error: no way");
    }

    @Test
    void addsFailureAfterMeasurementAsError() {
        RunResult run = run(Verdict.Status.LOSSLESS);
        JUnitDocument tests = JUnitDocument.of(run, new CommandFailure("run", Instant.EPOCH, "tables are left"));
        assertThat(tests.suites()).containsExactly(SUITE, "run");
        assertThat(tests.outcome(SUITE, "run")).isEqualTo("passed");
        assertThat(tests.outcome("run", "command")).isEqualTo("error: tables are left");
    }

    @Test
    void addsFailureToDocumentOfOtherProcess() {
        CommandFailure failure = new CommandFailure("attach", Instant.EPOCH, "OOMKilled & <more>");
        String document = Formats.JUNIT.text(run(Verdict.Status.LOST, new Check("tps<10", 110.0, true, "")));
        JUnitDocument tests = JUnitDocument.of(document, failure);
        assertThat(tests.suites()).containsExactly(SUITE, "attach");
        assertThat(tests.outcome(SUITE, "verdict")).startsWith("failure: LOST 1");
        assertThat(tests.outcome("attach", "command")).isEqualTo("error: OOMKilled & <more>");

        String truncatedDocument = document.substring(0, document.length() / 2);
        assertThat(JUnitDocument.of(truncatedDocument, failure).suites()).containsExactly("attach");
    }

    @Test
    void escapesNames() {
        String name = "a<b>&\"'\u0000\u0008\u001b[31m\ud800\ufffe\uffff ]]> \ud83d\ude00\n\tc";
        JUnitDocument tests = JUnitDocument.of(run(Verdict.Status.LOSSLESS, new Check(name, null, false, name)));
        String escapedName = "a<b>&\"'\ufffd\ufffd\ufffd[31m\ufffd\ufffd\ufffd ]]> \ud83d\ude00 c";
        assertThat(tests.outcome(SUITE, escapedName)).isEqualTo("failure: " + escapedName);
        assertThat(tests.text(SUITE, escapedName))
                .contains("a<b>&\"'\ufffd")
                .contains("\ufffd\ufffd ]]> \ud83d\ude00\n\tc");
    }

    private static String worstSecond(String expression) {
        return WorstSecond.of(new Check(expression, 1.0, false, null), run(Verdict.Status.LOSSLESS));
    }

    private static RunResult run(Verdict.Status status, Check... checks) {
        RunResult run = RunResults.of(1_000, 0.5, 0.1, status, List.of(checks));
        List<SampleRow> samples = new ArrayList<>();
        double[] millis = {5_000, 100, 900, 300};
        for (int i = 0; i < millis.length; i++) {
            samples.add(second(i + 1, millis[i]));
        }
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                false,
                null,
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                samples,
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    private static SampleRow second(int number, double millis) {
        DurationSummary durations = new DurationSummary(null, 1, millis, millis, millis, millis, millis, millis, 0, 0);
        double rate = number == 4 ? 4 : 1_000 - number;
        SampleRow.Write write = SecondFixtures.write(
                1, 1, rate, 1, rate, 0, 1, 0, number, 0, durations, durations, durations, null, null);
        SampleRow.Cdc cdc = new SampleRow.Cdc(
                durations,
                SecondFixtures.values(
                        "bytes",
                        10 * number + 900,
                        "bytesPerSecond",
                        10 * number + 900,
                        "events",
                        number == 4 ? 60 : 400 - 5 * number,
                        "eventsPerSecond",
                        number == 4 ? 60 : 400 - 5 * number,
                        "transactions",
                        number == 4 ? 12 : 80 - number,
                        "transactionsPerSecond",
                        number == 4 ? 12 : 80 - number,
                        "heartbeats",
                        10,
                        "heartbeatEvents",
                        50,
                        "heartbeatBytes",
                        900,
                        "state",
                        SampleRow.Motion.FLOWING.ordinal()),
                Map.of(),
                null);
        return new SampleRow(
                number,
                number == 1
                        ? SampleRow.RunPart.WARM_UP
                        : number == 4 ? SampleRow.RunPart.DRAIN : SampleRow.RunPart.MEASURE,
                1,
                write,
                cdc,
                List.of(),
                List.of(new SampleRow.Workload("tpcc", write)),
                Map.of(),
                List.of());
    }
}
