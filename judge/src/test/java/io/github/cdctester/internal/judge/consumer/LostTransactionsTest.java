// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks that lost transactions of several writers are named in the order in which they were committed. */
final class LostTransactionsTest {

    private static String name(Committed transaction) {
        return "cdc_seq " + transaction.changes().get(0).sequence();
    }

    private static ConsumerResult resultWithLosses(SimulatedRun run, int transactions, int lostEvery) {
        run.openWindow();
        Random random = new Random(1);
        for (int i = 0; i < transactions; i++) {
            run.commit(1, random, 1_000_000);
            run.advanceClock(1_000);
        }
        run.streamAll();
        for (int i = 0; i < transactions; i++) {
            if (i % lostEvery != 0) {
                run.reportToProbe(run.commits.get(i), Identity.ROW);
            }
        }
        run.probe.ended();
        return run.result();
    }

    private static List<String> lost(SimulatedRun run, int lostEvery) {
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < run.commits.size(); i += lostEvery) {
            lost.add(name(run.commits.get(i)));
        }
        return lost;
    }

    @Test
    void areInLogOrder() {
        SimulatedRun run = new SimulatedRun(false);
        ConsumerResult result = resultWithLosses(run, 500, 20);
        assertThat(result.verdict().lost()).isEqualTo(lost(run, 20)).hasSize(25);
        assertThat(result.verdict().firstOffender()).isEqualTo(name(run.commits.get(0)));
    }

    @Test
    void areInCommitOrderWithoutGtids() {
        SimulatedRun run = new SimulatedRun(false, false, new LedgerMemory(64 << 20));
        ConsumerResult result = resultWithLosses(run, 500, 20);
        assertThat(result.verdict().lost()).isEqualTo(lost(run, 20)).hasSize(25);
    }

    @Test
    void firstOnesAreNamedBeyondLimit() {
        SimulatedRun run = new SimulatedRun(false);
        ConsumerResult result = resultWithLosses(run, 24_000, 2);
        assertThat(result.verdict().missing()).isEqualTo(12_000);
        assertThat(result.verdict().lost()).isEqualTo(lost(run, 2).subList(0, Incidents.MAX_NAMES));
    }

    @Test
    void tornOneOfLogIsFirst() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(500, new Random(2), 1_000_000);
        run.streamAll();
        List<Committed> torn = new ArrayList<>();
        for (Committed transaction : run.commits) {
            boolean isTorn = torn.size() < 20 && transaction.changes().size() > 1;
            transaction.changes().stream()
                    .skip(isTorn ? 1 : 0)
                    .forEach(change -> run.probe.recordRow("t", change.key(), change.sequence()));
            if (isTorn) {
                torn.add(transaction);
            }
        }
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.torn()).isEqualTo(20);
        int rows = torn.get(0).changes().size();
        assertThat(result.firstTorn()).isEqualTo("%s: %d of its %d rows", name(torn.get(0)), rows - 1, rows);
        assertThat(result.verdict().firstOffender()).isEqualTo(result.firstTorn());
    }
}
