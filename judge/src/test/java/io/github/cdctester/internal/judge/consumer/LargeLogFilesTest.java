// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks verdicts by position if a long transaction extends a log file beyond 4 GiB, where positions in event headers wrap. */
final class LargeLogFilesTest {

    private final Random random = new Random(7);

    private final SimulatedRun run = new SimulatedRun(false);

    /** Returns the transactions, all in one file. */
    private List<Committed> commitWithLongOne(long bytes) {
        run.openWindow();
        run.extendNextTransaction(200_000_000L);
        run.commit(2, random);
        run.extendNextTransaction(700_000_000L);
        run.commit(2, random);
        run.extendNextTransaction(bytes);
        run.commit(3, random);
        assertThat(run.commits).extracting(Committed::file).containsOnly("binlog.000001");
        return run.commits;
    }

    private void report(Committed transaction, boolean wraps) {
        run.probe.recordPosition(transaction.file(), wraps ? transaction.end() & 0xFFFF_FFFFL : transaction.end());
    }

    private ConsumerResult endAndJudge() {
        run.probe.ended();
        return run.result();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isLosslessBeyondFourGibibytes(boolean wraps) {
        commitWithLongOne(3_500_000_000L);
        run.streamAll();
        run.commits.forEach(transaction -> report(transaction, wraps));
        ConsumerResult result = endAndJudge();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.stray()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isLosslessIfReportsPrecedeOwnStream(boolean wraps) {
        commitWithLongOne(3_500_000_000L);
        run.commits.forEach(transaction -> report(transaction, wraps));
        run.judge.takeReports();
        run.streamAll();
        ConsumerResult result = endAndJudge();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.stray()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5})
    void detectsLossBeyondFourGibibytes(int lost) {
        Committed missing = commitWithLongOne(3_500_000_000L).get(lost);
        run.streamAll();
        run.commits.stream()
                .filter(transaction -> transaction != missing)
                .forEach(transaction -> report(transaction, true));
        ConsumerResult result = endAndJudge();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.verdict().firstOffender()).isEqualTo(run.gtid(missing.number()));
    }

    @Test
    void countsPositionInsideTransactionAsStray() {
        Committed last = commitWithLongOne(3_500_000_000L).get(4);
        run.streamAll();
        run.commits.forEach(transaction -> report(transaction, true));
        run.probe.recordPosition(last.file(), last.end() - 50);
        assertThat(endAndJudge().stray()).isOne();
    }

    /** The file spans more than 4 GiB, so two of its transactions could end at the same position in event headers. */
    @Test
    void isNotCheckedIfPositionsAreAmbiguous() {
        commitWithLongOne((1L << 32) + 500);
        run.streamAll();
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.POSITION));
        ConsumerResult result = endAndJudge();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason())
                .startsWith("positions are ambiguous")
                .contains("4 GiB");
    }

    /** Two transactions end at the same position in event headers. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isNotCheckedIfTwoTransactionsHaveSamePosition(boolean isReportedFirst) {
        Random longest = new Random() {
            @Override
            public int nextInt(int bound) {
                return bound - 1;
            }
        };
        run.openWindow();
        run.commit(3, longest);
        run.extendNextTransaction((1L << 32) - 2 * 1_099);
        run.commit(3, longest);
        if (isReportedFirst) {
            run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.POSITION));
            run.judge.takeReports();
        }
        run.streamAll();
        if (!isReportedFirst) {
            run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.POSITION));
        }
        assertThat(endAndJudge().verdict().status()).isEqualTo(Status.NOT_CHECKED);
    }
}
