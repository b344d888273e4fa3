// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines between two runs, and lines of the next run, do not change a verdict. Each run may read another format. */
final class SeparateRunsTest extends PrintedRuns {

    /** Its first transaction was reported as complete before the end message arrived. */
    private void sendDoubtful() {
        commit(3);
        sendRows(run.commits.get(0), 1);
        lines.pause();
        sendEnd(run.commits.get(0), 2);
        sendFrom(1, 1);
        run.probe.ended();
    }

    /** A run searches for lost rows before it makes its verdict. Meanwhile its probe is free. */
    @Test
    void nextRunDoesNotChangeVerdictOnEndedRun() {
        sendDoubtful();
        run.judge.close();
        run.nextRun();
        Verdict verdict = run.result().verdict();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("too far apart").contains("(1 of 2)");
    }

    @Test
    void refusedRunDoesNotChangeVerdictOnEndedRun() {
        sendDoubtful();
        run.judge.close();
        ConsumerProbe busy = ConsumerProbe.named("busy");
        JudgedProbe.of(busy).listen(new JudgedProbe.Listener() {});
        ConsumerJudge refused = new ConsumerJudge(
                List.of(run.probe, busy), true, true, true, true, new LedgerMemory(1 << 20), () -> 1L);
        assertThatThrownBy(refused::listen).isInstanceOf(RunFailedException.class);
        assertThat(run.result().verdict().status()).isEqualTo(Status.NOT_CHECKED);
    }

    @Test
    void nextRunKeepsRemarkOnLostTransaction() {
        commit(3);
        sendRows(run.commits.get(0), 1);
        sendEnd(run.commits.get(0), 2);
        sendFrom(1, 1);
        run.probe.ended();
        run.judge.close();
        run.nextRun();
        Verdict verdict = run.result().verdict();
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.reason()).contains("(1 of 2)");
    }

    @Test
    void doubtAboutNextRunDoesNotChangeVerdictOnEndedRun() {
        commit(3);
        sendFrom(0, 1);
        run.probe.ended();
        run.judge.close();
        SimulatedRun next = run.nextRun();
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            sendEnd("0-2-" + (number + 1), 1);
        }
        assertThat(run.result().verdict().headline()).isEqualTo("LOSSLESS");
        run = next;
        commit(1);
        sendFrom(0, 1);
        assertThat(end().status()).isEqualTo(Status.NOT_CHECKED);
    }

    /** The consumer is behind when the run ends. */
    private void endRunThenSendLateRow() {
        commit(3);
        sendRows(run.commits.get(0), 1);
        sendEnd(run.commits.get(0), 1);
        end();
        sendRows(run.commits.get(1), 1);
        run = run.nextRunOnNewServer();
        commit(3);
    }

    @Test
    void rowBetweenRunsHidesNoLoss() {
        endRunThenSendLateRow();
        sendRows(run.commits.get(0), 1);
        sendEnd(run.commits.get(0), 1);
        sendRows(run.commits.get(1), 1);
        sendEnd(run.commits.get(1), 2);
        sendFrom(2, 1);
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.reason()).contains("(1 of 2)");
    }

    @Test
    void rowBetweenRunsIsNoRepetition() {
        endRunThenSendLateRow();
        sendFrom(0, 1);
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    private void sendRowsOfEach(int from) {
        run.commits.subList(from, run.commits.size()).forEach(transaction -> sendRows(transaction, 1));
        lines.pause();
    }

    @Test
    void openTransactionBetweenRunsHidesNoLoss() {
        commit(3);
        end();
        sendRows(run.commits.get(0), 1);

        run = run.nextRunOnNewServer();
        commit(3);
        sendRowsOfEach(1);
        assertThat(end().headline()).isEqualTo("LOST 1");
    }

    @Test
    void openTransactionBetweenRunsIsNotOutOfOrder() {
        commit(3);
        sendRows(run.commits.get(0), 1);
        lines.pause();
        end();
        sendRows(run.commits.get(1), 1);
        sendRows(run.commits.get(2), 1);

        run = run.nextRunOnNewServer();
        commit(3);
        sendRowsOfEach(0);
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    @Test
    void nextRunNeedsNoEndMessages() {
        commit(3);
        sendFrom(0, 1);
        end();

        run = run.nextRun();
        commit(3);
        sendRowsOfEach(0);
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    private void sendRowsWithoutGtid(boolean stamped) {
        run.commits.forEach(transaction -> transaction.changes().forEach(change -> {
            String stamp = stamped ? ",\"cdc_seq\":" + change.sequence() : "";
            lines.line("{\"op\":\"c\",\"after\":{\"id\":\"" + change.key() + "\"" + stamp
                    + "},\"source\":{\"db\":\"s\",\"table\":\"t\"}}");
        }));
    }

    private void startAfterStampedRun(Shape shape) {
        run = new SimulatedRun(true);
        lines = ConsumerLines.to(run.probe, shape);
        commit(3);
        sendRowsWithoutGtid(true);
        assertThat(end().headline()).isEqualTo("LOSSLESS");
        run = run.nextRun();
        commit(3);
    }

    @Test
    void nextRunReportsMissingStamps() {
        startAfterStampedRun(Shape.DEFAULT.withIdentity(Identity.ROW));
        sendRowsWithoutGtid(false);
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("cdc_seq");
    }

    @Test
    void nextRunReportsLinesWithoutChange() {
        startAfterStampedRun(Shape.DEFAULT.withIdentity(Identity.ROW));
        lines.line("{\"op\":\"m\",\"after\":null,\"message\":{\"prefix\":\"p\"}}");
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("the first line: ").contains("prefix");
    }

    @Test
    void nextRunDetectsIdentityAgain() {
        startAfterStampedRun(Shape.DEFAULT);
        sendFrom(0, 1);
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    @Test
    void countsLinesOfAllRuns() {
        startAfterStampedRun(Shape.DEFAULT.withIdentity(Identity.ROW));
        long rows = lines.findings().rows();
        assertThat(rows).isPositive();
        run.probe.ended();
        sendRowsWithoutGtid(false);
        long newRows = run.commits.stream()
                .mapToLong(transaction -> transaction.changes().size())
                .sum();
        end();
        lines.line("no change");
        ConsumerLines.Findings findings = lines.findings();
        assertThat(findings.rows()).isEqualTo(rows + newRows);
        assertThat(findings.unstamped()).isEqualTo(newRows);
        assertThat(findings.lines()).isEqualTo(rows + newRows + 1);
        assertThat(findings.firstUnreadable().line()).isEqualTo(rows + newRows + 1);
    }
}
