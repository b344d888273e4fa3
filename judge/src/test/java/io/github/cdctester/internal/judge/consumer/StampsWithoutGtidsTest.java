// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Status;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Judges a consumer by stamps if the GTIDs of the commits are unknown, because the server has none or the driver reports none. The
 * log has commit times.
 */
class StampsWithoutGtidsTest {

    private static final int COMMITS = 1_000;
    private static final int COMMIT_INTERVAL_MICROS = 10_000;

    private final Random random = new Random(1);
    private int reported;

    private void reportUntil(SimulatedRun run, int count, int lostInterval) {
        for (; reported < count; reported++) {
            if (reported % lostInterval != lostInterval / 2) {
                run.reportToProbe(run.commits.get(reported), Identity.ROW);
            }
        }
        run.judge.takeReports();
    }

    /** Runs a load of 10 s. The consumer reports each transaction when the next one is committed. */
    private ConsumerResult runLoad(SimulatedRun run, int lostInterval, @Nullable String fault) {
        run.openWindow();
        for (int i = 0; i < COMMITS; i++) {
            run.advanceClock(COMMIT_INTERVAL_MICROS);
            run.commit(1, random);
            run.streamAll();
            run.judge.takeReports();
            if (fault != null && i == COMMITS / 2) {
                run.judge.onFault("shop", (catchUps, now) -> catchUps.faultBegins(fault, now.second(), now));
                run.judge.onFault("shop", (catchUps, now) -> catchUps.faultEnds(fault, now));
            }
            reportUntil(run, i, lostInterval);
        }
        reportUntil(run, COMMITS, lostInterval);
        run.judge.windowCloses();
        run.probe.ended();
        return run.result();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void measuresDelayFromAcknowledgement(boolean hasGtids) {
        ConsumerResult result = runLoad(SimulatedRun.withoutGtidsOfCommits(hasGtids), Integer.MAX_VALUE, null);
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().count()).isEqualTo(COMMITS);
        assertThat(result.delay().source()).isEqualTo("ACKNOWLEDGED");
        assertThat(result.delay().p50Millis()).isBetween(9.9, 10.1);
        assertThat(result.catchUps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotKnowLossesOfPeriod(boolean hasGtids) {
        ConsumerResult result = runLoad(SimulatedRun.withoutGtidsOfCommits(hasGtids), 100, "kill shop");
        assertThat(result.verdict().missing()).as(result.toString()).isEqualTo(COMMITS / 100);
        assertThat(result.catchUps())
                .singleElement()
                .satisfies(period -> assertThat(period.fault()).isEqualTo("kill shop"))
                .extracting(CatchUp::lost)
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void knowsThatPeriodHasNoLoss(boolean hasGtids) {
        ConsumerResult result = runLoad(SimulatedRun.withoutGtidsOfCommits(hasGtids), Integer.MAX_VALUE, "kill shop");
        assertThat(result.catchUps()).singleElement().extracting(CatchUp::lost).isEqualTo(0L);
    }

    /** The consumer is never without a backlog before the load ends, but it is at most 1 s behind from 2 s after the fault. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void measuresCatchUpUnderSteadyLoad(boolean hasGtids) {
        SimulatedRun run = SimulatedRun.withoutGtidsOfCommits(hasGtids);
        run.openWindow();
        for (int i = 0; i < COMMITS; i++) {
            run.advanceClock(COMMIT_INTERVAL_MICROS);
            run.commit(1, random);
            run.streamAll();
            if (i == 199) { // at second 2
                run.judge.onFault("shop", (catchUps, now) -> catchUps.faultBegins("pause shop", now.second(), now));
            } else if (i == 499) {
                run.judge.onFault("shop", (catchUps, now) -> catchUps.faultEnds("pause shop", now));
            }
            if (i < 200) {
                reportUntil(run, i, Integer.MAX_VALUE);
            } else if (i >= 500) { // two reports per commit: the backlog falls from 300 commits to 100 in 2 s
                reportUntil(run, Math.min(i, reported + 2), Integer.MAX_VALUE);
            }
        }
        reportUntil(run, COMMITS, Integer.MAX_VALUE);
        run.judge.windowCloses();
        run.probe.ended();
        assertThat(run.result().catchUps()).singleElement().satisfies(period -> {
            assertThat(period.fromSecond()).isEqualTo(2);
            assertThat(period.toSecond()).isBetween(6.99, 7.03);
            assertThat(period.catchUpSeconds()).isBetween(1.99, 2.03);
            assertThat(period.mostTransactions()).isBetween(299L, 302L);
        });
    }

    /** A lost transaction stays unreported, but the consumer has caught up. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void catchesUpInSpiteOfLosses(boolean hasGtids) {
        ConsumerResult result = runLoad(SimulatedRun.withoutGtidsOfCommits(hasGtids), 100, "kill shop");
        assertThat(result.catchUps()).singleElement().satisfies(period -> {
            assertThat(period.toSecond()).isBetween(5.0, 5.1);
            assertThat(period.catchUpSeconds()).isBetween(0.0, 0.1);
        });
    }

    /** The age of a backlog is unknown until the consumer reports later commits, so the result has no period without a fault. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hasNoBacklogOfSilentStart(boolean hasGtids) {
        SimulatedRun run = SimulatedRun.withoutGtidsOfCommits(hasGtids);
        run.openWindow();
        run.commit(100, random);
        run.streamAll();
        run.judge.takeReports();
        run.advanceClock(3_000_000);
        run.judge.takeReports();
        reportUntil(run, 50, Integer.MAX_VALUE);
        run.advanceClock(3_000_000);
        reportUntil(run, 100, Integer.MAX_VALUE);
        assertThat(run.result().catchUps()).isEmpty();
    }

    /** Transactions that the consumer has reported take no memory. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void judgesManyTransactions(boolean hasGtids) {
        SimulatedRun run = SimulatedRun.withoutGtidsOfCommits(hasGtids);
        run.openWindow();
        int transactions = 600_000;
        for (int count = COMMITS; count <= transactions; count += COMMITS) {
            run.advanceClock(100_000);
            run.commit(COMMITS, random);
            run.streamAll();
            reportUntil(run, count, Integer.MAX_VALUE);
        }
        run.judge.windowCloses();
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().count()).isEqualTo(transactions);
        assertThat(result.notes()).isEmpty();
    }
}
