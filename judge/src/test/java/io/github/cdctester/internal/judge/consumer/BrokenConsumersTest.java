// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedRun.Change;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks in {@value #RUNS} seeded runs that each planted fault of a consumer is found and that a correct consumer passes. */
final class BrokenConsumersTest {

    private static final int RUNS = 200;
    private static final int TRANSACTIONS = 1_100;

    /** The stream, the acknowledgements and the consumer advance at random speeds. */
    private static ConsumerResult play(
            long seed, Identity identity, boolean endsConsumer, List<Committed> reports, SimulatedRun run) {
        Random random = new Random(seed);
        int consumed = 0;
        while (consumed < reports.size()) {
            run.readOwnStream(random.nextInt(60));
            for (int i = random.nextInt(60); i > 0 && consumed < reports.size(); i--) {
                run.reportToProbe(reports.get(consumed++), identity);
            }
            run.advanceClock(random.nextInt(2_000));
            run.deliverRemoteReports(random.nextInt(200));
            if (random.nextInt(4) == 0) {
                run.judge.takeReports();
            }
        }
        run.streamAll();
        if (endsConsumer) {
            run.probe.ended();
        }
        return run.result();
    }

    /** The runs share no state. */
    private static void forEachSeed(LongConsumer run) {
        LongStream.rangeClosed(1, RUNS).parallel().forEach(run);
    }

    private static SimulatedRun startRun(long seed) {
        SimulatedRun run = new SimulatedRun(seed % 2 == 0, seed % 4 < 2);
        Random random = new Random(seed);
        run.commit(100, random); // warm-up
        run.streamAll();
        run.openWindow();
        return run;
    }

    private static List<Committed> commitAll(SimulatedRun run, long seed) {
        run.commit(TRANSACTIONS, new Random(seed * 31));
        return new ArrayList<>(run.commits);
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void detectsOneLostTransaction(Identity identity) {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> reports = commitAll(run, seed);
            Committed lostTransaction = reports.remove(999);
            ConsumerResult result = play(seed, identity, true, reports, run);
            assertThat(result.verdict().headline())
                    .as("%s, seed %d", identity, seed)
                    .isEqualTo("LOST 1");
            assertThat(result.delivery()).isEqualTo(Delivery.AT_MOST_ONCE);
            assertThat(result.verdict().duplicated()).isZero();
            assertThat(result.verdict().outOfOrder()).isZero();
            assertThat(result.verdict().firstOffender()).isNotNull();
            if (identity == Identity.GTID) {
                assertThat(result.verdict().firstOffender()).isEqualTo(run.gtid(lostTransaction.number()));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void namesEachLostTransaction(Identity identity) {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> reports = commitAll(run, seed);
            List<Committed> lost = List.of(reports.get(1_050), reports.get(20), reports.get(999), reports.get(21));
            reports.removeAll(lost);
            Verdict verdict = play(seed, identity, true, reports, run).verdict();
            assertThat(verdict.headline()).as("%s, seed %d", identity, seed).isEqualTo("LOST 4");
            assertThat(verdict.lost()).hasSize(4).doesNotHaveDuplicates().startsWith(verdict.firstOffender());
            if (identity == Identity.GTID) {
                assertThat(verdict.lost())
                        .containsExactlyInAnyOrderElementsOf(lost.stream()
                                .map(transaction -> run.gtid(transaction.number()))
                                .toList());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void detectsRepetitionAfterReconnect(Identity identity) {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> reports = commitAll(run, seed);
            int index = 100 + new Random(seed).nextInt(1_000);
            reports.addAll(index, new ArrayList<>(reports.subList(index - 100, index)));
            ConsumerResult result = play(seed, identity, true, reports, run);
            assertThat(result.verdict().headline())
                    .as("%s, seed %d", identity, seed)
                    .isEqualTo("DUPLICATED 100");
            assertThat(result.delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
            assertThat(result.verdict().missing()).isZero();
            assertThat(result.verdict().outOfOrder()).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Identity.class,
            names = {"GTID", "POSITION"})
    void detectsSwappedTransactions(Identity identity) {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> reports = commitAll(run, seed);
            int index = new Random(seed).nextInt(TRANSACTIONS - 1);
            Collections.swap(reports, index, index + 1);
            ConsumerResult result = play(seed, identity, true, reports, run);
            assertThat(result.verdict().headline())
                    .as("%s, seed %d", identity, seed)
                    .isEqualTo("REORDERED 1");
            assertThat(result.verdict().missing()).isZero();
            assertThat(result.verdict().duplicated()).isZero();
        });
    }

    @Test
    void detectsSwappedChangesOfKey() {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> reports = commitAll(run, seed);
            int index = new Random(seed).nextInt(TRANSACTIONS / 2);
            int laterIndex = index + 1;
            while (!sharesKey(reports.get(index), reports.get(laterIndex))) {
                laterIndex++;
            }
            Committed later = reports.remove(laterIndex);
            reports.add(index, later);
            ConsumerResult result = play(seed, Identity.ROW, true, reports, run);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(Status.REORDERED);
            assertThat(result.verdict().missing()).isZero();
            assertThat(result.verdict().duplicated()).isZero();
        });
    }

    private static boolean sharesKey(Committed first, Committed second) {
        return first.changes().stream()
                .anyMatch(change -> second.changes().stream().map(Change::key).anyMatch(change.key()::equals));
    }

    @Test
    void detectsTornTransaction() {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> reports = commitAll(run, seed);
            int index = new Random(seed).nextInt(TRANSACTIONS);
            while (reports.get(index).changes().size() < 2) {
                index = (index + 1) % TRANSACTIONS;
            }
            Committed original = reports.get(index);
            List<Change> remainingChanges =
                    original.changes().subList(1, original.changes().size());
            reports.set(index, new Committed(original.number(), original.file(), original.end(), remainingChanges));
            ConsumerResult result = play(seed, Identity.ROW, true, reports, run);
            assertThat(result.verdict().headline()).as("seed %d", seed).isEqualTo("LOST 1");
            assertThat(result.torn()).isOne();
            assertThat(result.firstTorn())
                    .isEqualTo("cdc_seq " + original.changes().get(0).sequence() + ": " + remainingChanges.size()
                            + " of its " + original.changes().size() + " rows");
            assertThat(result.verdict().reason()).contains("came incomplete");
        });
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void acceptsCorrectConsumer(Identity identity) {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            ConsumerResult result = play(seed, identity, seed % 3 == 0, commitAll(run, seed), run);
            assertThat(result.verdict().status())
                    .as("%s, seed %d: %s", identity, seed, result)
                    .isEqualTo(Status.LOSSLESS);
            assertThat(result.delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
            assertThat(result.transactions()).isEqualTo(TRANSACTIONS);
            assertThat(result.stray()).isZero();
            assertThat(result.delay().count()).isEqualTo(TRANSACTIONS);
        });
    }

    /** Each of four threads reports its changes in order. */
    @Test
    void acceptsParallelThreadsWithDifferentKeys() {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> commits = commitAll(run, seed);
            Random random = new Random(seed);
            List<List<Change>> threads =
                    List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            commits.forEach(transaction -> transaction
                    .changes()
                    .forEach(change -> threads.get(change.key().hashCode() & 3).add(change)));
            int[] nextIndexes = new int[4];
            boolean hasMore = true;
            while (hasMore) {
                hasMore = false;
                run.readOwnStream(random.nextInt(100));
                for (int thread = 0; thread < 4; thread++) {
                    List<Change> changes = threads.get(thread);
                    for (int i = random.nextInt(30 + 40 * thread); i > 0 && nextIndexes[thread] < changes.size(); i--) {
                        Change change = changes.get(nextIndexes[thread]++);
                        run.probe.recordRow("t", change.key(), change.sequence());
                    }
                    hasMore |= nextIndexes[thread] < changes.size();
                }
                run.judge.takeReports();
            }
            run.streamAll();
            ConsumerResult result = run.result();
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(Status.LOSSLESS);
        });
    }

    /** A lost worker's commits may belong to the run. */
    @ParameterizedTest
    @EnumSource(Identity.class)
    void ignoresUnreportedCommitsOfLostWorkers(Identity identity) {
        forEachSeed(seed -> {
            SimulatedRun run = new SimulatedRun(seed % 2 == 0, true);
            run.openWindow();
            List<Committed> commits = commitAll(run, seed);
            boolean losesOne = seed % 3 == 0;
            run.deliverRemoteReports(2 * 500);
            run.loseWorkers();
            List<Committed> reports = new ArrayList<>(commits);
            if (losesOne) {
                reports.remove(400);
            }
            ConsumerResult result = play(seed, identity, true, reports, run);
            assertThat(result.verdict().headline())
                    .as("%s, seed %d: %s", identity, seed, result)
                    .startsWith(losesOne ? "LOST 1" : "LOSSLESS");
            assertThat(result.verdict().committed()).isEqualTo(500);
            assertThat(result.stray()).isZero();
            assertThat(result.others()).isPositive();
        });
    }

    /** Changes still arrive after the wait. */
    @ParameterizedTest
    @EnumSource(Identity.class)
    void slowConsumerIsBehind(Identity identity) {
        forEachSeed(seed -> {
            SimulatedRun run = startRun(seed);
            List<Committed> reports = commitAll(run, seed);
            int reportedCount = new Random(seed).nextInt(TRANSACTIONS);
            ConsumerResult result = play(seed, identity, false, reports.subList(0, reportedCount), run);
            assertThat(result.verdict().status())
                    .as("%s, seed %d: %s", identity, seed, result)
                    .isEqualTo(Status.BEHIND);
            assertThat(result.delivery()).isEqualTo(Delivery.UNKNOWN);
        });
    }
}
