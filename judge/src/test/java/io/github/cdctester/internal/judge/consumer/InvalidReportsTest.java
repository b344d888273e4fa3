// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** Checks the verdict on consumers with superfluous or invalid reports, or with reports that cannot be compared. */
final class InvalidReportsTest {

    static SimulatedRun runWithCommits(int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
        return run;
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
}
