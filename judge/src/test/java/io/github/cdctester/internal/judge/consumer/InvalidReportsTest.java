// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Status;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Checks the verdict on consumers with missing, partial, superfluous or invalid reports. */
final class InvalidReportsTest {

    private static SimulatedRun runWithCommits(int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
        return run;
    }

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
    void isNotCheckedIfNoLineIsReadable() {
        SimulatedRun run = new SimulatedRun(false);
        ConsumerProbe probe = run.probe;
        ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
        run.openWindow();
        lines.line("hello");
        lines.line("world");
        run.commit(10, new Random(1));
        run.streamAll();
        probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason())
                .startsWith("2 of 2 lines could not be read")
                .contains("\"hello\"");
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void reasonCountsUnreadableLines() {
        SimulatedRun run = runWithCommits(10);
        ConsumerLines lines = ConsumerLines.to(run.probe, ConsumerLines.Shape.DEFAULT);
        run.commits.subList(0, 9).forEach(transaction -> lines.line(run.gtid(transaction.number())));
        lines.line("hello");
        lines.pause();
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.verdict().reason()).endsWith("; 1 of 10 lines could not be read");
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
    void countsTransactionsThatWereNotCommitted() {
        SimulatedRun run = runWithCommits(10);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        run.probe.recordTransaction("00000000-0000-0000-0000-00000000000a:7");
        run.probe.recordTransaction(run.gtid(5_000_000));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.stray()).isEqualTo(2);
        assertThat(result.firstStray()).isEqualTo("00000000-0000-0000-0000-00000000000a:7");
        assertThat(result.notes())
                .containsExactly(Note.of(
                        Code.CONSUMER_STRAY_REPORTS, "count", 2, "first", "00000000-0000-0000-0000-00000000000a:7"));
    }

    @Test
    void countsRowsThatWereNotCommitted() {
        SimulatedRun run = runWithCommits(10);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        long unknownSequence = run.commits.get(9).changes().get(0).sequence() + 1_000;
        run.probe.recordRow("t", "k1", unknownSequence);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.stray()).isOne();
        assertThat(result.notes())
                .containsExactly(
                        Note.of(Code.CONSUMER_STRAY_REPORTS, "count", 1, "first", "cdc_seq " + unknownSequence));
    }

    @Test
    void isNotCheckedIfNoReportMatches() {
        SimulatedRun run = runWithCommits(10);
        run.probe.recordTransaction("00000000-0000-0000-0000-00000000000a:7");
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("none of its reports names a transaction of this run");
        assertThat(result.delivery()).isEqualTo(Delivery.UNKNOWN);
    }

    @Test
    void countsInvalidReportsAndContinues() {
        SimulatedRun run = runWithCommits(10);
        for (String garbage : new String[] {"", "nonsense\u0007", "0-1-7", "3e11fa47-71ca-11e1-9e33-c80aa9429562:0"}) {
            run.probe.recordTransaction(garbage);
        }
        run.probe.recordRow("t", "k", -1);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.unreadable()).isEqualTo(5);
        assertThat(result.notes())
                .singleElement()
                .matches(note -> note.code() == Code.CONSUMER_REPORTS_UNREADABLE)
                .extracting(Note::arguments, as(InstanceOfAssertFactories.MAP))
                .containsEntry("count", 5L)
                .containsEntry("of", 15L);
    }

    @Test
    void ignoresChangesOfOtherClients() {
        SimulatedRun run = runWithCommits(10);
        String otherClientGtid = run.commitOfOtherClient();
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        run.probe.recordTransaction(otherClientGtid);
        run.probe.recordTransaction(otherClientGtid);
        String unreportedGtid = run.commitOfOtherClient();
        assertThat(unreportedGtid).isNotEqualTo(otherClientGtid);
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.others()).isOne();
        assertThat(result.transactions()).isEqualTo(10);
    }

    /** An update by another client looks like a repeated row. */
    @Test
    void notesThatOtherClientsMayHaveRepeatedRows() {
        SimulatedRun run = runWithCommits(10);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.probe.recordRow("t", "inserted by somebody else", 0);
        run.commitOfOtherClient();
        run.reportToProbe(run.commits.get(9), Identity.ROW);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.DUPLICATED);
        assertThat(result.others()).isOne();
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_DUPLICATES_UNCERTAIN, "foreign", 1));

        SimulatedRun runOfOneClient = runWithCommits(10);
        runOfOneClient.commits.forEach(transaction -> runOfOneClient.reportToProbe(transaction, Identity.ROW));
        runOfOneClient.reportToProbe(runOfOneClient.commits.get(9), Identity.ROW);
        assertThat(runOfOneClient.result().notes()).isEmpty();
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
    void comparesPositionsIfServerHasNoGtids() {
        SimulatedRun run = new SimulatedRun(false, false, new LedgerMemory(64 << 20));
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
        run.commits.stream().skip(1).forEach(transaction -> run.reportToProbe(transaction, Identity.POSITION));
        run.probe.recordPosition(run.commits.get(3).file(), run.commits.get(3).end() - 1);
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason())
                .contains("the server has no GTIDs")
                .contains("1 of the log's");
        assertThat(result.stray()).isOne();
    }

    @Test
    void isNotCheckedWithoutMemory() {
        SimulatedRun run = new SimulatedRun(false, true, new LedgerMemory(0));
        run.openWindow();
        run.commit(10_000, new Random(1));
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        run.streamAll();
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason())
                .contains("memory for judging was full (an eighth of the heap, 64 MiB at most)");
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
    void probeServesOneRunAtATime() {
        SimulatedRun run = runWithCommits(1);
        ConsumerJudge otherJudge =
                new ConsumerJudge(java.util.List.of(run.probe), false, true, true, false, new LedgerMemory(0), () -> 0);
        assertThatThrownBy(otherJudge::listen)
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("consumer shop is judged by another run");
    }

    @Test
    void reportsCommitsWithoutStamps() {
        SimulatedRun run = runWithCommits(10);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.commitUnstamped(4);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().method()).isNotEqualTo("exact");
        assertThat(result.verdict().reason()).contains("4 of 14 commits left no stamped row");
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
