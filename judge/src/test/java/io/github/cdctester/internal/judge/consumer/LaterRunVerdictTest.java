// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A consumer prints rows and end messages, also of transactions that are not commits of the run. */
final class LaterRunVerdictTest extends PrintedRuns {

    @Test
    void rowOfEarlierRunHidesNoLoss() {
        commit(3);
        sendFrom(1, 2);
        sendRows(run.commits.get(0), 1);
        end();

        run = run.nextRunOnNewServer();
        commit(3);
        sendEnd(run.commits.get(0), 2);
        sendRows(run.commits.get(0), 1);
        sendFrom(1, 2);
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.reason())
                .contains("event_count: 1, the first: "
                        + run.gtid(run.commits.get(0).number()) + " (1 of 2)");
    }

    @Test
    void rowOfEarlierRunIsNoRepetition() {
        commit(3);
        sendFrom(1, 1);
        sendRows(run.commits.get(0), 1);
        end();

        run = run.nextRunOnNewServer();
        commit(3);
        sendEnd(run.commits.get(0), 1);
        sendRows(run.commits.get(0), 1);
        sendFrom(1, 1);
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    /** Without end messages, a transaction is reported when the next one begins. */
    @Test
    void openTransactionOfEarlierRunHidesNoLoss() {
        commit(3);
        sendRows(run.commits.get(2), 1);
        end();

        run = run.nextRunOnNewServer();
        commit(3);
        sendRows(run.commits.get(0), 1);
        sendRows(run.commits.get(1), 1);
        lines.pause();
        assertThat(end().headline()).isEqualTo("LOST 1");
    }

    @Test
    void repeatsVerdictOnEndedRun() {
        commit(2);
        sendRows(run.commits.get(0), 2);
        sendEnd(run.commits.get(0), 3);
        sendFrom(1, 2);
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.reason()).contains("(2 of 3)");

        sendRows(run.commits.get(0), 1);
        assertThat(run.result().verdict()).as("the row came after the end").isEqualTo(verdict);
    }

    @Test
    void startsFreeOfDoubtAboutEarlierRun() {
        commit(1);
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            sendRows("0-2-" + (number + 1), 1);
        }
        sendEnd("0-2-1", 1);
        assertThat(end().status()).isEqualTo(Status.NOT_CHECKED);

        run = run.nextRun();
        commit(10);
        run.commits.forEach(transaction -> {
            sendEnd(transaction, 1);
            sendRows(transaction, 1);
        });
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    @Test
    void startsFreeOfDoubtAboutRowsBetweenRuns() {
        commit(1);
        sendFrom(0, 1);
        end();
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            sendRows("0-2-" + (number + 1), 1);
        }

        run = run.nextRun();
        commit(10);
        run.commits.forEach(transaction -> {
            sendEnd(transaction, 1);
            sendRows(transaction, 1);
        });
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    /** A restarted consumer may repeat the last transactions of the previous run, from the middle of one of them. */
    @Test
    void ignoresRepeatedPartOfEarlierRun() {
        commit(3);
        Committed repeated = run.commits.get(2);
        sendFrom(0, 3);
        assertThat(end().headline()).isEqualTo("LOSSLESS");

        run = run.nextRun();
        commit(3);
        sendFrom(0, 3);
        sendRows(repeated, 2);
        sendEnd(repeated, 3);
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOSSLESS");
        assertThat(verdict.reason()).doesNotContain("event_count");
    }

    /** The consumer starts in the middle of a transaction, and its first end message arrives after a pause. */
    @Test
    void ignoresPartOfTransactionBeforeRun() {
        run.commit(1, new Random(1));
        Committed before = run.commits.get(0);
        run.streamAll();
        commit(3);
        sendRows(before, 1);
        lines.pause();
        sendEnd(before, 3);
        sendFrom(0, 3);
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOSSLESS");
        assertThat(verdict.reason()).doesNotContain("event_count");
    }

    @Test
    void ignoresTransactionsOfOtherClients() {
        commit(3);
        sendFrom(0, 3);
        String other = run.commitOfOtherClient();
        sendRows(other, 1);
        sendEnd(other, 3);
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOSSLESS");
        assertThat(verdict.reason()).doesNotContain("event_count");
    }

    @Test
    void remarksOnTransactionIfOwnGtidsAreUnknown() {
        run = SimulatedRun.withoutGtidsOfCommits(true);
        lines = ConsumerLines.to(run.probe, Shape.DEFAULT.withIdentity(Identity.GTID));
        commit(2);
        sendFrom(1, 3);
        sendRows(run.commits.get(0), 1);
        sendEnd(run.commits.get(0), 3);
        assertThat(end().reason()).contains("(1 of 3)");
    }

    /** The run's own stream may be behind the consumer. */
    @Test
    void remarksOnCommitThatOwnStreamHasNotRead() {
        run.openWindow();
        run.commit(2, new Random(1));
        run.readOwnStream(1);
        sendFrom(0, 3);
        run.commit(1, new Random(1));
        sendRows(run.commits.get(2), 1);
        sendEnd(run.commits.get(2), 3);
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.reason()).contains("(1 of 3)");
    }
}
