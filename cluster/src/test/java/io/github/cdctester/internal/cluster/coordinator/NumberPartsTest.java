// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.SharedNumbers.ExistingRows;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.storm.StormFamily;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the division of number sequences among nodes. */
@Timeout(30)
class NumberPartsTest {

    private static final LoadSpec LOAD = LoadSpec.closedLoop(4);
    private static final int TRANSACTIONS = 11;
    private static final WorkloadSpec STORM =
            new StormFamily.Storm(TRANSACTIONS, List.of("all"), 0, 1, 7, false, new BitSet(), Optional.empty());
    private static final WorkloadSpec OLDEST = Scripted.yaml("oldest", """
            tables:
              item:
                columns: {id: INT PRIMARY KEY}
                rows: 100
                values: {id: {sequence: 1}}
            transactions:
              remove:
                values: {id: {oldest: item.id}}
                statements: ["DELETE FROM item WHERE id = :id"]
            """);

    /** Workloads whose numbers identify existing rows or tables. */
    static Stream<WorkloadSpec> workloadsOfExistingRows() {
        return Stream.of(
                LargeTransactions.insert()
                        .kind(LargeTransactions.RowChange.DELETE)
                        .transactions(TRANSACTIONS),
                STORM,
                OLDEST);
    }

    /** Returns the numbers that the living nodes use if each makes its share of the transactions. */
    private static List<Long> usedNumbers(FakeCluster fake, String... nodes) {
        List<Long> used = new ArrayList<>();
        for (String node : nodes) {
            CreatePool request = fake.transport.sentTo(node, CreatePool.class).get(0);
            LongSupplier counter =
                    Objects.requireNonNull(request.numbers()).existingRows().counterFrom(0);
            LongStream.range(0, request.part().share().part(TRANSACTIONS)).forEach(i -> used.add(counter.getAsLong()));
        }
        return used;
    }

    private static void assertAllNumbersAreUsed(FakeCluster fake, String... nodes) {
        assertThat(usedNumbers(fake, nodes))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, TRANSACTIONS).boxed().toList());
    }

    @ParameterizedTest
    @MethodSource("workloadsOfExistingRows")
    void numbersOfExistingRowsHaveNoGapsInElasticRun(WorkloadSpec workload) throws Exception {
        FakeCluster fake = FakeCluster.elastic(LOAD, "a:1", "b:1");
        fake.useWorkload(workload);
        fake.createPool();
        assertAllNumbersAreUsed(fake, "a:1", "b:1");
    }

    @ParameterizedTest
    @MethodSource("workloadsOfExistingRows")
    void numbersOfExistingRowsHaveNoGapsWithoutLostNode(WorkloadSpec workload) throws Exception {
        FakeCluster fake = new FakeCluster(LOAD, true, "a:1", "b:1", "c:1");
        fake.useWorkload(workload);
        fake.transport.disconnectNode("b:1", "gone");
        fake.createPool();
        assertAllNumbersAreUsed(fake, "a:1", "c:1");
    }

    /** Otherwise a replacement could insert the ids of the lost node again. */
    @Test
    void replacementUsesNewNumbersForInserts() throws Exception {
        FakeCluster fake = FakeCluster.elastic(LOAD, "a:1", "b:1");
        fake.useWorkload(Sysbench.oltpInsert());
        fake.createPool().open(fake.nanos.get());
        loseAndReplaceSecondNode(fake);
        assertThat(fake.transport.sentTo("b:1", CreatePool.class))
                .extracting(CreatePool::numbers)
                .map(Objects::requireNonNull)
                .extracting(SharedNumbers::index)
                .containsExactly(1, 2);
    }

    /** A workload with {@code oldest} may also insert rows, and a late node must not repeat their ids. */
    @Test
    void insertsKeepNumbersForLateNodes() throws Exception {
        FakeCluster fake = FakeCluster.elastic(LOAD, "a:1", "b:1");
        fake.useWorkload(OLDEST);
        fake.createPool();
        assertThat(Stream.of("a:1", "b:1")
                        .map(node ->
                                fake.transport.sentTo(node, CreatePool.class).get(0))
                        .map(CreatePool::numbers)
                        .map(Objects::requireNonNull))
                .extracting(SharedNumbers::index, SharedNumbers::processes, SharedNumbers::existingRows)
                .containsExactly(tuple(0, 18, new ExistingRows(0, 2)), tuple(1, 18, new ExistingRows(1, 2)));
    }

    /** A node keeps its counters, so a later phase must not divide the rows again. */
    @Test
    void nextPhaseKeepsDivisionOfOldestRows() throws Exception {
        FakeCluster fake = new FakeCluster(LOAD, true, "a:1", "b:1", "c:1");
        fake.useWorkload(OLDEST);
        WorkerPool firstPhase = fake.createPool();
        fake.transport.disconnectNode("b:1", "gone");
        assertThat(firstPhase.stop(Duration.ZERO)).isTrue();
        firstPhase.close();
        fake.createPool();
        List<CreatePool> requests = fake.transport.sentTo("c:1", CreatePool.class);
        assertThat(requests.get(requests.size() - 1).numbers())
                .isEqualTo(requests.get(0).numbers());
    }

    /** The rows that the lost node has deleted are unknown, so a replacement could delete none. */
    @Test
    void replacementDeletesNoOldestRows() throws Exception {
        FakeCluster fake = FakeCluster.elastic(LOAD, "a:1", "b:1");
        fake.useWorkload(OLDEST);
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        loseAndReplaceSecondNode(fake);
        assertThat(fake.transport.sentTo("b:1", CreatePool.class)).hasSize(1);
        assertThat(fake.transport.sentTo("a:1", CreatePool.class))
                .as("the other node has taken over the part")
                .hasSize(2)
                .extracting(CreatePool::numbers)
                .map(Objects::requireNonNull)
                .extracting(SharedNumbers::index)
                .containsOnly(0);
        pool.awaitEnd(0);
        assertThat(fake.notes).extracting(note -> note.code()).containsOnlyOnce(Code.NODE_PART_TAKEN_OVER);
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        pool.close();
    }

    /** The replacement does not know which rows the lost node has deleted, and which ids it has inserted. */
    @Test
    void nextPhaseUsesOldestRowsOnNodesOfStart() throws Exception {
        FakeCluster fake = FakeCluster.elastic(LOAD, "a:1", "b:1");
        fake.useWorkload(OLDEST);
        WorkerPool firstPhase = fake.createPool();
        firstPhase.open(fake.nanos.get());
        loseAndReplaceSecondNode(fake);
        assertThat(firstPhase.stop(Duration.ZERO)).isTrue();
        firstPhase.close();
        WorkerPool secondPhase = fake.createPool();
        assertThat(fake.transport.sentTo("b:1", CreatePool.class)).hasSize(1);
        assertThat(fake.transport.sentTo("a:1", CreatePool.class).get(2).part().threads())
                .isEqualTo(4);
        assertThat(secondPhase.stop(Duration.ZERO)).isTrue();
        secondPhase.close();
    }

    @Test
    void lateNodeTakesOverOldestRowsIfNoNodeOfStartIsLeft() throws Exception {
        FakeCluster fake = FakeCluster.elastic(LOAD, "a:1", "b:1");
        fake.useWorkload(OLDEST);
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        loseAndReplaceSecondNode(fake);
        fake.transport.disconnectNode("a:1", "gone");
        assertThat(fake.takeovers("b:1"))
                .extracting(request -> request.part().threads())
                .containsExactly(2, 2);
        assertThat(fake.takeovers("b:1"))
                .extracting(CreatePool::numbers)
                .map(Objects::requireNonNull)
                .extracting(SharedNumbers::existingRows)
                .as("it uses all remaining rows")
                .containsOnly(new ExistingRows(0, 1));
        assertThat(pool.failure()).isEmpty();
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        pool.close();
    }

    @Test
    void lossIsNotedIfOnlyLateNodesAreLeft() throws Exception {
        FakeCluster fake = FakeCluster.elastic(LOAD, "a:1", "b:1");
        fake.useWorkload(STORM);
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        loseAndReplaceSecondNode(fake);
        fake.transport.disconnectNode("a:1", "gone");
        assertThat(fake.notes(pool, Code.NODE_PART_NOT_TAKEN_OVER))
                .extracting(note -> note.arguments().get("node"))
                .containsExactly("b:1", "a:1");
        pool.close();
    }

    private static void loseAndReplaceSecondNode(FakeCluster fake) {
        fake.transport.disconnectNode("b:1", "gone");
        fake.addReplacement("b:1");
        fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE));
    }

    /** A storm needs a table per node of the pool, even if nodes have been replaced before. */
    @Test
    void stormNeedsNoTableForReplacedNodes() {
        String[] addresses = new String[TRANSACTIONS];
        for (int i = 0; i < TRANSACTIONS; i++) {
            addresses[i] = "node-" + i + ":1";
        }
        FakeCluster fake = FakeCluster.elastic(LoadSpec.closedLoop(TRANSACTIONS), addresses);
        fake.transport.disconnectNode("node-1:1", "gone");
        fake.addReplacement("node-1:1");
        fake.coordinator.check(NamedLoad.of(STORM, LoadSpec.closedLoop(TRANSACTIONS)));
        assertThat(fake.transport.sentMessages).isEmpty();
    }
}
