// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Status;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Repetitions mean at-least-once delivery only if the consumer has no other fault. */
class ConsumerGuaranteeTest {

    private static SimulatedRun runWithCommits(int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
        return run;
    }

    private static void report(SimulatedRun run, Identity identity, int... indexes) {
        IntStream.of(indexes).forEach(index -> run.reportToProbe(run.commits.get(index), identity));
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void repetitionsAloneMeanAtLeastOnce(Identity identity) {
        SimulatedRun run = runWithCommits(4);
        report(run, identity, 0, 0, 1, 2, 3);
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("DUPLICATED 1");
        assertThat(result.delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(result.hasOnlyRepeated()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void repetitionWithMissingTransactionsProvesNothing(Identity identity) {
        SimulatedRun run = runWithCommits(100);
        report(run, identity, 0, 0, 1, 2);
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("DUPLICATED 1, 97 of 100 not seen");
        assertThat(result.delivery()).isEqualTo(Delivery.UNKNOWN);
        assertThat(result.notSeen()).isEqualTo(97);
        assertThat(result.hasOnlyRepeated()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = Identity.class, names = "ROW", mode = EnumSource.Mode.EXCLUDE)
    void repetitionWithReorderingIsNotAccepted(Identity identity) {
        SimulatedRun run = runWithCommits(4);
        report(run, identity, 0, 0, 2, 1, 3);
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("DUPLICATED 1, 1 out of order");
        assertThat(result.hasOnlyRepeated()).isFalse();
    }

    @Test
    void repetitionWithStrayTransactionIsNotAccepted() {
        SimulatedRun run = runWithCommits(4);
        report(run, Identity.GTID, 0, 0, 1, 2, 3);
        run.probe.recordTransaction("00000000-0000-0001-0000-000000000002:7");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.DUPLICATED);
        assertThat(result.stray()).isEqualTo(1);
        assertThat(result.hasOnlyRepeated()).isFalse();
    }

    @Test
    void repetitionWithTornTransactionIsNotAccepted() {
        SimulatedRun run = runWithCommits(100);
        SimulatedRun.Committed tornTransaction = run.commits.stream()
                .filter(transaction -> transaction.changes().stream()
                                .map(SimulatedRun.Change::key)
                                .distinct()
                                .count()
                        > 1)
                .findFirst()
                .orElseThrow();
        run.commits.stream()
                .filter(transaction -> transaction != tornTransaction)
                .forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        SimulatedRun.Change first = tornTransaction.changes().get(0);
        run.probe.recordRow("t", first.key(), first.sequence());
        run.reportToProbe(run.commits.get(run.commits.indexOf(tornTransaction) == 0 ? 1 : 0), Identity.ROW);
        ConsumerResult result = run.result();
        assertThat(result.delivery()).isEqualTo(Delivery.UNKNOWN);
        assertThat(result.hasOnlyRepeated()).isFalse();
    }

    /** The server reported only the GTIDs of 10 of 40 commits. */
    @ParameterizedTest
    @EnumSource(value = Identity.class, names = "ROW", mode = EnumSource.Mode.EXCLUDE)
    void consumerIsNotCheckedIfSomeGtidsAreUnknown(Identity identity) {
        SimulatedRun run = runWithCommits(10);
        report(run, identity, IntStream.range(0, 10).toArray());
        run.judge.close();
        JudgedRun judgedRun =
                new JudgedRun(40L, 0L, true, "the server does not report GTIDs in its responses", null, 1);
        ConsumerResult result = run.judge.results(judgedRun).get(0);
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("the server does not report GTIDs in its responses");
        assertThat(result.delivery()).isEqualTo(Delivery.UNKNOWN);
    }
}
