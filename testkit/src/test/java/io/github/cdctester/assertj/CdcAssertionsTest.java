// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static io.github.cdctester.assertj.CdcAssertions.assertThatExceptionOfType;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;

import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Passing assertions are silent, and failing assertions report all available details. */
final class CdcAssertionsTest {

    /** Each failure message about a duration or rate of {@link BrokenRun} has this line. */
    private static final String GC_LINE = "  garbage collections of the tester in the whole run: 12 ms";

    private static final String LINES_OF_SECOND_3 = """
              the stream then: STUCK, 12345 bytes behind, unread for 903.25 ms, 100 TPS, 500 EPS, 40000 BPS
              the writers then: 300 TPS, latency p99 30 ms, 7 errors, 1 reconnect
              load main then: 300 TPS, latency p99 30 ms, 7 errors, 1 reconnect
              load burst then: 300 TPS, latency p99 30 ms, 0 errors, 0 reconnects
              probes then: cpu 0.97""".indent(2).stripTrailing();

    private static final String GAP_LINE = "\n  the stream broke, for 0.5 s and 2 attempts: EOF";

    private final RunResult brokenRun = BrokenRun.broken();
    private final RunResult unbrokenRun = BrokenRun.unbroken();

    @Test
    void passingAssertionsAreSilent() {
        assertThat(unbrokenRun)
                .as("nightly")
                .isLossless()
                .hasVerdict(Status.LOSSLESS)
                .wasNotInterrupted()
                .heldItsLimits()
                .hasNoErrors()
                .delay()
                .p50IsBelow(ofMillis(81))
                .p95IsBelow(ofMillis(81))
                .p99IsBelow(ofMillis(81))
                .p999IsBelow(ofMillis(81))
                .maxIsBelow(ofMillis(81))
                .and()
                .latency()
                .p99IsBelow(ofMillis(61))
                .and()
                .latencyOf("main")
                .p99IsBelow(ofMillis(61))
                .and()
                .load("burst")
                .hasNoErrors()
                .tpsIsAbove(99)
                .tpsIsBelow(101)
                .latency()
                .p99IsBelow(ofMillis(7))
                .and()
                .and()
                .throughput()
                .writeTpsIsAbove(299)
                .writeTpsIsBelow(301)
                .streamTpsIsAbove(99)
                .streamTpsIsBelow(101)
                .bpsIsAbove(39_999)
                .bpsIsBelow(40_001)
                .epsIsAbove(499)
                .epsIsBelow(501)
                .and()
                .matches(result -> !result.interrupted());
    }

    @Test
    void delayNamesFirstViolationAndContext() {
        assertFailsWith(
                () -> assertThat(brokenRun)
                        .as("nightly")
                        .reportedIn(Path.of("out", "report.html"))
                        .delay()
                        .p99IsBelow(ofMillis(50)),
                "[nightly] Expected the p99 of the delay to be below 50 ms, but it was 80 ms.\n"
                        + "  first broken, at 912.4 ms, in second 3 (MEASURE, phase crowd)\n" + LINES_OF_SECOND_3
                        + GAP_LINE
                        + "\n" + GC_LINE + "\n  report: " + Path.of("out", "report.html"));
    }

    @Test
    void valueEqualToLimitFails() {
        assertFailsWith(
                () -> assertThat(brokenRun).delay().p99IsBelow(ofMillis(5)),
                "Expected the p99 of the delay to be below 5 ms, but it was 80 ms.\n"
                        + "  first broken, at 5 ms, in second 2 (MEASURE)\n");
    }

    @Test
    void valueNearLimitIsNotRounded() {
        assertFailsWith(
                () -> assertThat(unbrokenRun).load("burst").tpsIsAbove(100.0004),
                "Expected the TPS of load burst to be above 100.0004 TPS, but it was 100 TPS.\n");
        assertThat(SecondDescription.number(899.9997, 900)).isEqualTo("899.9997");
        assertThat(SecondDescription.number(899.9997, 800)).isEqualTo("900");
        assertThat(SecondDescription.number(900, 900)).isEqualTo("900");
    }

    @Test
    void namesFirstViolationOrWorstSecond() {
        assertFailsWith(
                () -> assertThat(unbrokenRun).load("burst").tpsIsBelow(100),
                "Expected the TPS of load burst to be below 100 TPS, but it was 100 TPS.\n"
                        + "  first broken, at 200 TPS, in second 2 (MEASURE)\n");
        assertFailsWith(
                () -> assertThat(unbrokenRun).load("burst").tpsIsAbove(150),
                "Expected the TPS of load burst to be above 150 TPS, but it was 100 TPS.\n"
                        + "  no single second broke it; the worst, at 200 TPS, was in second 2 (MEASURE)\n");
    }

    /** The samples after second 2 were missed for two seconds, and the stream breaks 1.2 s after the warm-up. */
    @Test
    void breakIsInLongSecondAfterMissedSamples() {
        assertFailsWith(
                () -> assertThat(BrokenRun.withLengths(brokenRun, 1, 3, 1, 1, 1))
                        .isLossless(),
                "Expected the verdict LOSSLESS, but it was LOST 3: 3 of 1000 commits never came; lost: 0-1-17, 0-1-19"
                        + " and 1 more.\n"
                        + "  the stream broke first in second 2 (MEASURE)\n");
    }

    @Test
    void verdictNamesReasonAndSecondOfBreak() {
        assertFailsWith(
                () -> assertThat(brokenRun).isLossless(),
                "Expected the verdict LOSSLESS, but it was LOST 3: 3 of 1000 commits never came; lost: 0-1-17, 0-1-19"
                        + " and 1 more.\n"
                        + "  the stream broke first in second 3 (MEASURE, phase crowd)\n" + LINES_OF_SECOND_3
                        + GAP_LINE);
        assertFailsWith(
                () -> assertThat(unbrokenRun).hasVerdict(Status.LOST),
                "Expected the verdict LOST, but it was LOSSLESS.");
    }

    @Test
    void losslessConsumersPass() {
        ConsumerResult repeating = JudgedResult.allowedToRepeat(JudgedResult.repeating("a"), "a");
        assertThat(JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"), repeating))
                .consumersAreLossless();
    }

    @Test
    void consumersReportVerdictFailureAndLostTransactions() {
        assertFailsWith(
                () -> assertThat(JudgedResult.of(
                                List.of(),
                                List.of(),
                                JudgedResult.lossless("orders"),
                                JudgedResult.torn("audit"),
                                JudgedResult.repeating("mail")))
                        .isLossless()
                        .consumersAreLossless(),
                "Expected each consumer to be lossless, but consumer audit was LOST 2: each commit was looked for among"
                        + " its reports; it failed: java.io.EOFException: it <broke>; lost: cdc_seq 41, cdc_seq 42;"
                        + " consumer mail was DUPLICATED 3: each commit was looked for among its reports; the first:"
                        + " binlog.000001:77 again.");
    }

    @Test
    void consumersThatWereNotJudgedAreNotLossless() {
        assertFailsWith(
                () -> assertThat(unbrokenRun).consumersAreLossless(),
                "Expected lossless consumers, but the run judged no consumer.");
        assertFailsWith(
                () -> assertThat(JudgedResult.of(List.of(), List.of(), JudgedResult.unchecked("orders", false)))
                        .consumersAreLossless(),
                "Expected each consumer to be lossless, but consumer orders was NOT_CHECKED: each commit was looked for"
                        + " among its reports.");
    }

    /** General notes about numbers do not explain a lost row. */
    @Test
    void omitsGeneralNotesFromLossMessage() {
        String expression = "consumers.orders.verdict!=LOSSLESS";
        RunResult run = JudgedResult.of(List.of(), List.of(), JudgedResult.torn("orders"));
        Check check = Limit.parse(expression).check(run.plan(), run.summary(), run.verdict(), run.consumers());
        RunResult resultWithLoss = BrokenRun.withChecksAndNotes(
                run,
                List.of(check),
                List.of(
                        Note.of(Note.Code.OUTCOME_UNKNOWN, "count", 1),
                        Note.of(Note.Code.FEW_DELAYS_FOR_P99, "count", 20),
                        Note.of(Note.Code.MEASURED_PART_SHORT, "seconds", 5.0),
                        Note.of(Note.Code.SAME_MACHINE),
                        Note.of(Note.Code.NO_WARM_UP),
                        Note.of(Note.Code.CLOSED_LOOP)));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertThat(resultWithLoss).heldItsLimits())
                .satisfies(error -> assertThat(error.getMessage().lines())
                        .hasSize(2)
                        .startsWith(
                                "Expected every limit to hold, but " + expression + " was broken: the verdict on"
                                        + " orders is LOST 2, the first: cdc_seq 41; it failed: java.io.EOFException: it <broke>.")
                        .anyMatch(line -> line.startsWith("  note: 1 transaction lost its connection")));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertThat(resultWithLoss).delay().p99IsBelow(ofNanos(1)))
                .satisfies(error -> assertThat(error.getMessage())
                        .contains("note: DT has 20 values only")
                        .doesNotContain("share a machine", "closed loop"));
    }

    @Test
    void countsErrors() {
        assertFailsWith(
                () -> assertThat(brokenRun).hasNoErrors(),
                "Expected no errors of the writers, but there were 7 of code 1213, 1 reconnect, 2 commits without an answer.\n"
                        + "  the first in second 3 (MEASURE, phase crowd)\n" + LINES_OF_SECOND_3);
        assertFailsWith(
                () -> assertThat(unbrokenRun).between(3, 4).load("main").hasNoErrors(),
                "Expected no errors of load main between seconds 3 and 4, but there were 7 refused statements, 1 reconnect.\n"
                        + "  the first in second 3 (MEASURE, phase crowd)\n" + LINES_OF_SECOND_3 + "\n" + GC_LINE);
    }

    @Test
    void interruptionNamesLastSecond() {
        assertFailsWith(
                () -> assertThat(brokenRun).wasNotInterrupted(),
                "Expected a run to its end, but it was interrupted: stopped.\n  it ended in second 5 (DRAIN)\n"
                        + "  the stream then: IDLE, 0 bytes behind, 100 TPS, 500 EPS, 40000 BPS\n");
    }

    @Test
    void brokenLimitOfPlanNamesValue() {
        assertFailsWith(
                () -> assertThat(brokenRun).heldItsLimits(),
                "Expected every limit to hold, but delay.p99>1ms was broken: cdc.delay.p99Millis is 80 ms.\n");
    }

    @Test
    void computesPercentilesOfInterval() {
        assertThat(unbrokenRun)
                .between(4, 4)
                .hasNoErrors()
                .delay()
                .p99IsBelow(ofMillis(21))
                .and()
                .latencyOf("main")
                .maxIsBelow(ofMillis(41))
                .and()
                .latency()
                .p50IsBelow(ofMillis(41))
                .and()
                .throughput()
                .writeTpsIsAbove(399)
                .streamTpsIsAbove(99)
                .and()
                .and()
                .isLossless();
        assertFailsWith(
                () -> assertThat(unbrokenRun).between(2, 3).throughput().writeTpsIsAbove(260),
                "Expected the writers' TPS between seconds 2 and 3 to be above 260 TPS, but it was 250 TPS.\n"
                        + "  first broken, at 200 TPS, in second 2 (MEASURE)\n");
    }

    @Test
    void streamRatesOfIntervalExcludeHeartbeats() {
        assertThat(unbrokenRun)
                .between(2, 4)
                .throughput()
                .streamTpsIsAbove(99)
                .streamTpsIsBelow(101)
                .bpsIsAbove(39_999)
                .bpsIsBelow(40_001)
                .epsIsAbove(499)
                .epsIsBelow(501);
        assertFailsWith(
                () -> assertThat(unbrokenRun).between(2, 4).throughput().streamTpsIsAbove(100),
                "Expected the stream's TPS between seconds 2 and 4 to be above 100 TPS, but it was 100 TPS.\n"
                        + "  first broken, at 100 TPS, in second 2 (MEASURE)\n");
    }

    @Test
    void namesMissingLoadSamplesOrResult() {
        assertFailsWith(
                () -> assertThat(unbrokenRun).latencyOf("stress"),
                "Expected a load stress in this run, but there are: main, burst.\n" + GC_LINE);
        assertFailsWith(
                () -> assertThat(unbrokenRun).between(10, 20),
                "There are no samples between seconds 10 and 20: the run has seconds 1 to 5\n" + GC_LINE);
        assertFailsWith(
                () -> assertThat((RunResult) null).isLossless(), "Expected the result of a run, but it was null.");
        CdcAssertions.assertThatIllegalArgumentException()
                .isThrownBy(() -> assertThat(unbrokenRun).between(3, 2))
                .withMessage("between(3, 2): the first second must not be after the last");
    }

    private static void assertFailsWith(ThrowingCallable assertion, String beginning) {
        CdcAssertions.assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(assertion)
                .satisfies(error -> assertThat(error.getMessage()).startsWith(beginning));
    }
}
