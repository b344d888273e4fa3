// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RowOrderTest {

    @Test
    void isNotCheckedWithoutMemoryForKeys() {
        SimulatedRun run = new SimulatedRun(false, true, new LedgerMemory(1 << 20));
        run.openWindow();
        for (int i = 0; i < 60; i++) {
            run.commit(1_000, new Random(i), 1_000_000);
            run.streamAll();
            run.commits
                    .subList(run.commits.size() - 1_000, run.commits.size())
                    .forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
            run.judge.takeReports();
        }
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("memory for judging was full");
    }

    /** The run's own stream is far behind, so the log positions of the consumer's changes are unknown. */
    @Test
    void isNotCheckedBeyondPairLimit() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(30_000, new Random(1));
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.judge.takeReports();
        run.streamAll();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("memory for judging was full");
    }

    @Test
    void orderOfWritersIsUnknownWithoutGtids() {
        SimulatedRun run = new SimulatedRun(false, false, new LedgerMemory(64 << 20));
        run.openWindow();
        run.commit(30_000, new Random(1));
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.streamAll();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.verdict().reason()).containsPattern("the order of [\\d,]+ pairs of changes by two writers");
    }

    private static SimulatedRun runWithSkippedReport(int skippedIndex, int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        Random random = new Random(7);
        for (int i = 0; i < transactions; i++) {
            run.commit(1, random);
            if (i != skippedIndex) {
                run.reportToProbe(
                        run.commits.get(i), Identity.ROW); // sometimes before the commit is acknowledged and logged
            }
            run.readOwnStream(random.nextInt(3));
            run.judge.takeReports();
        }
        run.streamAll();
        run.advanceClock(2_000_000);
        return run;
    }

    @Test
    void orderedConsumerLostSkippedTransaction() {
        SimulatedRun run = runWithSkippedReport(500, 1_600);
        assertThat(run.judge.isAwaited()).isFalse();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.verdict().reason()).contains("it kept the order of the log");
        assertThat(result.notSeen()).isZero();
    }

    @Test
    void waitsForSlowPartition() {
        SimulatedRun run = runWithSkippedReport(1_000, 1_600);
        assertThat(run.judge.isAwaited()).isTrue();
        assertThat(run.result().verdict().status()).isEqualTo(Status.BEHIND);
    }

    @Test
    void unorderedConsumerHasNoProvenLoss() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(1_600, new Random(7), 1_000_000);
        run.streamAll();
        List<SimulatedRun.Committed> reports = new ArrayList<>(run.commits);
        reports.remove(300);
        Collections.swap(reports, 100, 110);
        reports.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        ConsumerResult result = run.result();
        assertThat(result.verdict().outOfOrder()).isZero();
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.notSeen()).isOne();
    }

    /** Positions in the log never become known. */
    @Test
    void storesNoCompleteTransactionsWithoutGtids() {
        SimulatedRun run = new SimulatedRun(false, false, new LedgerMemory(1 << 19));
        run.openWindow();
        for (int i = 0; i < 100; i++) {
            run.commits.clear();
            run.commit(1_000, new Random(i));
            run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
            run.judge.takeReports();
        }
        assertThat(run.result().verdict().reason()).doesNotContain("memory");
    }
}
