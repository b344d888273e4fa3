// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.verdict.UnreadWarmUp;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ConsumerWindowsTest {

    private static SimulatedRun runWithCommits(int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
        return run;
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void ignoresFaultsOfWarmUp(Identity identity) {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(300, new Random(1));
        run.streamAll();
        List<SimulatedRun.Committed> reports = new ArrayList<>(run.commits);
        Collections.swap(reports, 20, 250);
        reports.addAll(40, reports.subList(0, 40));
        reports.remove(5);
        reports.forEach(transaction -> run.reportToProbe(transaction, identity));
        run.probe.recordTransaction("nonsense");
        run.openWindow();
        run.commit(100, new Random(2));
        run.streamAll();
        reports.subList(200, 250)
                .forEach(transaction -> run.reportToProbe(transaction, identity)); // repeats the warm-up
        run.commits.forEach(transaction -> run.reportToProbe(transaction, identity));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(result.verdict().duplicated()).isZero();
        assertThat(result.verdict().outOfOrder()).isZero();
        assertThat(result.stray()).isZero();
    }

    @Test
    void usesIdentityOfMeasuredPart() {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(10, new Random(1));
        run.streamAll();
        run.reportToProbe(run.commits.get(0), Identity.GTID);
        run.openWindow();
        run.commit(10, new Random(2));
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.streamAll();
        ConsumerResult result = run.result();
        assertThat(result.identity()).isEqualTo(Identity.ROW);
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void interruptedConsumerHasNoLoss() {
        SimulatedRun run = runWithCommits(10);
        run.probe.assumeEnded();
        run.commits.subList(0, 3).forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.probe.ended();
        run.advanceClock(500_000);
        run.judge.onInterrupted();
        run.judge.windowCloses();
        run.advanceClock(5_000_000);
        run.judge.endWait(false);
        assertThat(run.result().verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(run.result().notSeen()).isEqualTo(7);
    }

    @Test
    void countsUnreportedAsLostAfterEarlyEnd() {
        SimulatedRun run = runWithCommits(10);
        run.commits.subList(0, 3).forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.probe.ended();
        run.advanceClock(5_000_000);
        run.judge.endWait(false);
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 7");
    }

    /** The own stream passes the start of the measured part after the judge. */
    @ParameterizedTest
    @EnumSource(Identity.class)
    void countsWarmUpThatConsumerHadNotRead(Identity identity) {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(30, new Random(1));
        run.readOwnStream(20);
        List<SimulatedRun.Committed> warmUp = List.copyOf(run.commits);
        warmUp.subList(0, 12).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.judge.windowOpens();
        run.streamAll();
        run.judge.transactions().watch().onWindowOpened();
        run.commit(5, new Random(2));
        run.streamAll();
        run.commits.forEach(transaction -> run.reportToProbe(transaction, identity));
        run.judge.takeReports();

        assertThat(warmUp.get(29).file()).isEqualTo(warmUp.get(11).file());
        assertThat(run.judge.unreadWarmUps())
                .containsExactly(
                        new UnreadWarmUp(warmUp.get(29).end() - warmUp.get(11).end(), 18));
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void consumerThatHadReadWarmUpHasNoUnreadBytes(Identity identity) {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(30, new Random(1));
        run.streamAll();
        run.commits.forEach(transaction -> run.reportToProbe(transaction, identity));
        run.openWindow();
        run.commit(5, new Random(2));
        run.streamAll();

        assertThat(run.judge.unreadWarmUps()).containsExactly(new UnreadWarmUp(0, 0));
    }

    @Test
    void unreadBytesOfSilentConsumerAreUnknownAfterWarmUp() {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(30, new Random(1));
        run.streamAll();
        run.openWindow();
        assertThat(run.judge.unreadWarmUps()).containsExactly(new UnreadWarmUp(-1, 30));

        SimulatedRun runWithoutWarmUp = new SimulatedRun(false);
        runWithoutWarmUp.openWindow();
        runWithoutWarmUp.commit(5, new Random(2));
        runWithoutWarmUp.streamAll();
        assertThat(runWithoutWarmUp.judge.unreadWarmUps()).containsExactly(new UnreadWarmUp(0, 0));
    }

    @Test
    void positionsShowWhatWasReadWithoutGtids() {
        for (int reports : List.of(29, 30)) {
            SimulatedRun run = SimulatedRun.withoutGtidsOfCommits(false);
            run.commit(30, new Random(1));
            run.streamAll();
            run.commits.subList(0, reports).forEach(transaction -> run.reportToProbe(transaction, Identity.POSITION));
            long unreadBytes =
                    run.commits.get(29).end() - run.commits.get(reports - 1).end();
            run.openWindow();
            assertThat(run.judge.unreadWarmUps()).containsExactly(new UnreadWarmUp(unreadBytes, -1));
        }
    }

    @Test
    void stampsShowThatWarmUpWasReadWithoutGtids() {
        SimulatedRun run = SimulatedRun.withoutGtidsOfCommits(false);
        run.commit(30, new Random(1));
        run.streamAll();
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        run.openWindow();
        assertThat(run.judge.unreadWarmUps()).containsExactly(new UnreadWarmUp(0, 0));
    }

    /** A parallel replica may log measured commits before the heartbeat that marks the start. */
    @ParameterizedTest
    @EnumSource(
            value = Identity.class,
            names = {"GTID", "POSITION"})
    void judgesOwnCommitsLoggedBeforeMark(Identity identity) {
        SimulatedRun run = runWithCommitsLoggedBeforeMark();
        run.commits.stream().skip(1).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.probe.ended();
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 1");

        SimulatedRun completeRun = runWithCommitsLoggedBeforeMark();
        completeRun.commits.forEach(transaction -> completeRun.reportToProbe(transaction, identity));
        assertThat(completeRun.judge.isAwaited()).isFalse();
        assertThat(completeRun.result().verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(completeRun.result().others()).isZero();

        SimulatedRun repeating = runWithCommitsLoggedBeforeMark();
        repeating.commits.forEach(transaction -> repeating.reportToProbe(transaction, identity));
        repeating.reportToProbe(repeating.commits.get(0), identity);
        assertThat(repeating.result().verdict().headline()).isEqualTo("DUPLICATED 1");
    }

    private static SimulatedRun runWithCommitsLoggedBeforeMark() {
        SimulatedRun run = new SimulatedRun(false);
        run.judge.windowOpens();
        run.commit(3, new Random(2));
        run.streamAll();
        run.judge.transactions().watch().onWindowOpened();
        run.commit(3, new Random(3));
        run.streamAll();
        return run;
    }

    @ParameterizedTest
    @EnumSource(
            value = Identity.class,
            names = {"GTID", "POSITION"})
    void ignoresWarmUpCommitsLoggedAfterMark(Identity identity) {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(5, new Random(1));
        List<SimulatedRun.Committed> warmUp = List.copyOf(run.commits);
        run.judge.windowOpens();
        run.judge.transactions().watch().onWindowOpened();
        run.commit(6, new Random(2));
        run.streamAll();
        for (int index : new int[] {3, 1, 1, 5, 2, 6, 7, 8, 9, 10}) {
            run.reportToProbe(run.commits.get(index), identity);
        }
        run.commits.removeAll(warmUp);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
    }
}
