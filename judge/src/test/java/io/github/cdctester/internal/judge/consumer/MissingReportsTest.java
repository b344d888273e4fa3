// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static io.github.cdctester.internal.judge.consumer.InvalidReportsTest.runWithCommits;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Status;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Checks the verdict on consumers whose reports are missing or late. */
final class MissingReportsTest {

    @Test
    void reportsThatConsumerWasSilent() {
        ConsumerResult result = runWithCommits(10).result();
        assertThat(result.identity()).isNull();
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.verdict().reason()).startsWith("it reported nothing");
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_SILENT));
    }

    @Test
    void isBehindIfConsumerMayContinue() {
        ConsumerResult result = resultWithoutLastSevenReports(runWithCommits(100));
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.notSeen()).isEqualTo(7);
        assertThat(result.verdict().firstOffender()).startsWith("cdc_seq ");
        assertThat(result.verdict().missing()).isNull();
        assertThat(result.verdict().reason())
                .startsWith("7 of 100 had not come after waiting 10.0 s, the first: cdc_seq ");
    }

    @Test
    void assumeEndedCountsMissingTransactionsAsLost() {
        SimulatedRun run = runWithCommits(100);
        run.probe.assumeEnded();
        ConsumerResult result = resultWithoutLastSevenReports(run);
        assertThat(result.verdict().headline()).isEqualTo("LOST 7");
        assertThat(result.notSeen()).isZero();
        assertThat(result.verdict().firstOffender()).startsWith("cdc_seq ");
        assertThat(result.verdict().reason()).contains("after waiting 10.0 s count as lost (assumeEnded");
    }

    /** The consumer's last reports match acknowledged commits. */
    @Test
    void countsReportsAheadOfOwnStream() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(10, new Random(1));
        run.readOwnStream(8);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        run.judge.windowCloses();
        run.judge.endWait(true);
        ConsumerResult result = run.result();
        assertThat(result.verdict().observed()).isEqualTo(10);
        assertThat(result.notSeen()).isZero();
    }

    private static ConsumerResult resultWithoutLastSevenReports(SimulatedRun run) {
        run.commits.subList(0, 93).forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.judge.windowCloses();
        run.advanceClock(10_000_000);
        run.judge.endWait(true);
        return run.result();
    }

    @Test
    void isBehindIfWaitWasStopped() {
        SimulatedRun run = runWithCommits(10);
        run.probe.assumeEnded();
        run.commits.subList(0, 3).forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.judge.endWait(false);
        assertThat(run.result().verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(run.result().notSeen()).isEqualTo(7);
    }

    @Test
    void heartbeatsDoNotExtendWait() {
        SimulatedRun run = runWithCommits(10);
        run.commits.stream()
                .filter(transaction -> transaction.number() != 4)
                .forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        run.judge.takeReports();
        for (int tenth = 0; tenth < 40; tenth++) {
            run.advanceClock(100_000);
            run.probe.recordTransaction(run.commitOfOtherClient());
            assertThat(run.judge.isAwaited()).as("after %d tenths", tenth + 1).isEqualTo(tenth < 29);
        }
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 1");
    }

    /** Heartbeats may be in another partition than the missing transactions. */
    @Test
    void waitsForLastTransactionsDespiteLaterHeartbeats() {
        SimulatedRun run = runWithCommits(10);
        run.commits.subList(0, 7).forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        for (int tenth = 0; tenth < 100; tenth++) {
            run.advanceClock(100_000);
            run.probe.recordTransaction(run.commitOfOtherClient());
            assertThat(run.judge.isAwaited()).isTrue();
        }
    }

    @Test
    void endedConsumerHasLostMissingTransactions() {
        SimulatedRun run = runWithCommits(10);
        run.commits.subList(0, 5).forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        assertThat(run.judge.isAwaited()).isTrue();
        run.probe.failed(new IllegalStateException("out of\nmemory"));
        assertThat(run.judge.isAwaited()).isFalse();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 5");
        assertThat(result.verdict().firstOffender()).isEqualTo(run.gtid(6));
        assertThat(result.failure()).isEqualTo("java.lang.IllegalStateException: out of memory");
    }

    /** Wrappers of embedded engines contain no reason. */
    @Test
    void failureContainsRootCause() {
        SimulatedRun run = runWithCommits(10);
        run.probe.failed(new IllegalStateException(
                "the producer failed", new IllegalArgumentException("denied:\nyou need LOCK TABLES")));
        assertThat(run.result().failure())
                .isEqualTo("java.lang.IllegalStateException: the producer failed"
                        + "; root cause: denied: you need LOCK TABLES");
    }

    @Test
    void acceptsDelayOfAnHour() {
        SimulatedRun run = runWithCommits(10);
        run.advanceClock(3_600_000_000L);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().negatives()).isZero();
        assertThat(result.delay().p50Millis()).isCloseTo(3_600_000, withinPercentage(1));
    }

    @Test
    void reportsClockDifference() {
        SimulatedRun run = runWithCommits(10);
        run.advanceClock(-3_600_000_000L);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().negatives()).isEqualTo(10);
        assertThat(result.notes())
                .singleElement()
                .matches(note -> note.code() == Code.CONSUMER_DELAY_NEGATIVE)
                .extracting(note -> note.arguments().get("lowestMillis"), as(InstanceOfAssertFactories.DOUBLE))
                .isCloseTo(3_600_000, withinPercentage(1));
    }

    @Test
    void missingTransactionOfUnorderedConsumerIsNotLost() {
        SimulatedRun run = runWithCommits(10);
        for (int index : new int[] {0, 1, 2, 3, 4, 6, 8, 7, 9}) {
            run.reportToProbe(run.commits.get(index), Identity.GTID);
        }
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.REORDERED);
        assertThat(result.notSeen()).isOne();

        SimulatedRun orderedRun = runWithCommits(10);
        orderedRun.commits.stream()
                .filter(transaction -> transaction != orderedRun.commits.get(5))
                .forEach(transaction -> orderedRun.reportToProbe(transaction, Identity.GTID));
        assertThat(orderedRun.result().verdict().headline()).isEqualTo("LOST 1");
    }

    @Test
    void reportsWhenConsumerWasBehind() {
        SimulatedRun run = runWithCommits(10);
        run.judge.takeReports();
        run.advanceClock(3_000_000);
        run.judge.takeReports();
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        run.advanceClock(500_000);
        run.judge.takeReports();
        ConsumerResult result = run.result();
        assertThat(result.catchUps())
                .containsExactly(new ConsumerResult.CatchUp(null, 3, 3.5, 0.5, 20.0, 10, null, 0, 0L));
    }

    @Test
    void detectsLossDespiteUnstampedCommits() {
        SimulatedRun run = runWithCommits(10);
        run.commits.stream().skip(1).forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.commitUnstamped(4);
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.verdict().method()).isNotEqualTo("exact");
        assertThat(result.verdict().reason()).contains("4 of 14 commits left no stamped row");
    }
}
