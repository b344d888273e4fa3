// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.suite.VerdictJson.assertClean;
import static io.github.cdctester.suite.VerdictJson.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.run.RunListener;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A proxy causes a fault in a real server's stream, and the verdict must report exactly this fault. */
@Timeout(120)
abstract class FaultyStreamContract extends FaultyStreamRuns {

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void isLosslessWithoutFaults(int threads) {
        JsonNode verdict = verdict(threads, FaultPlan.of());
        assertClean(verdict);
        assertThat(verdict.get("method").asString()).isEqualTo("exact");
        assertThat(verdict.get("committed").asLong()).isEqualTo(TRANSACTIONS);
        assertThat(verdict.get("observed").asLong()).isEqualTo(TRANSACTIONS);
        assertThat(verdict.get("unknownOutcome").asLong()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void isLostIfTransactionIsDropped(int threads) {
        TransactionRecorder droppedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        JsonNode verdict =
                verdict(threads, FaultPlan.of(droppedTransaction, StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)));
        assertVerdict(verdict, "LOST", 1, 0, 0);
        assertThat(verdict.get("firstOffender").asString()).contains(droppedTransaction.gtid());
    }

    @Test
    void isLostIfLastTransactionIsDropped() {
        TransactionRecorder droppedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, TRANSACTIONS);
        JsonNode verdict =
                verdict(1, FaultPlan.of(droppedTransaction, StreamFaults.drop(WORKLOAD_TRANSACTIONS, TRANSACTIONS)));
        assertVerdict(verdict, "LOST", 1, 0, 0);
        assertThat(verdict.get("firstOffender").asString()).contains(droppedTransaction.gtid());
    }

    @Test
    void isLostIfPositionsHideDrop() {
        JsonNode verdict = verdict(
                1, FaultPlan.of(StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repairedPositions()));
        assertVerdict(verdict, "LOST", 1, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 100})
    void isDuplicatedIfTransactionRepeats(int distance) {
        TransactionRecorder repeatedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        StreamFault fault = distance == 0
                ? StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 50)
                : StreamFaults.repeatLater(WORKLOAD_TRANSACTIONS, 50, distance);
        JsonNode verdict = verdict(1, FaultPlan.of(repeatedTransaction, fault));
        assertVerdict(verdict, "DUPLICATED", 0, 1, 0);
        assertThat(verdict.get("firstOffender").asString()).contains(repeatedTransaction.gtid());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 100})
    void isReorderedIfTransactionIsLate(int distance) {
        TransactionRecorder lateTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        JsonNode verdict =
                verdict(1, FaultPlan.of(lateTransaction, StreamFaults.postpone(WORKLOAD_TRANSACTIONS, 50, distance)));
        assertVerdict(verdict, "REORDERED", 0, 0, 1);
        assertThat(verdict.get("firstOffender").asString()).contains(lateTransaction.gtid());
    }

    /** The transaction's GTID arrives, but not all of its events. */
    @Test
    void isLostIfTransactionIsTorn() {
        TransactionRecorder tornTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        JsonNode verdict =
                verdict(1, FaultPlan.of(tornTransaction, StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50)));
        assertVerdict(verdict, "LOST", 1, 0, 0);
        assertThat(verdict.get("firstOffender").asString())
                .contains(tornTransaction.gtid())
                .contains("not whole");
    }

    @Test
    void isLosslessIfConnectionsAreCut() {
        Random random = new Random(5);
        AtomicInteger connections = new AtomicInteger();
        try (FaultProxy proxy = proxy()) {
            proxy.closeEachAfter(() -> {
                connections.incrementAndGet();
                synchronized (random) {
                    return 12_000 + random.nextInt(30_000);
                }
            });
            JsonNode verdict = verdict(plan(4, proxy));
            assertClean(verdict);
            assertThat(connections.get()).isGreaterThan(3);
        }
    }

    @Test
    void excludesTransactionsOfOtherClients() {
        server.execute("CREATE TABLE somebody_elses (id INT PRIMARY KEY AUTO_INCREMENT)");
        AtomicInteger otherTransactions = new AtomicInteger();
        RunListener otherClient = new RunListener() {
            @Override
            public void step(String step) {
                if (step.equals("measuring")) {
                    for (int i = 0; i < 20; i++) {
                        server.execute("INSERT INTO somebody_elses VALUES (NULL)");
                        otherTransactions.incrementAndGet();
                    }
                }
            }
        };
        try (FaultProxy proxy = proxy().faults(FaultPlan.of())) {
            JsonNode verdict = verdict(plan(1, proxy).listener(otherClient));
            assertClean(verdict);
            assertThat(verdict.get("committed").asLong()).isEqualTo(TRANSACTIONS);
            assertThat(verdict.get("observed").asLong()).isBetween((long) TRANSACTIONS, TRANSACTIONS + 20L);
            assertThat(otherTransactions.get()).isEqualTo(20);
        } finally {
            server.execute("DROP TABLE somebody_elses");
        }
    }
}
