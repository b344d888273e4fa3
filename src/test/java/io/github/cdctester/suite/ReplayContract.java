// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.suite.VerdictJson.assertClean;
import static io.github.cdctester.suite.VerdictJson.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.transfer.Transfers;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Checks the verification by replay. Any two transfers between three accounts share an account; otherwise a swap could stay undetected. */
@Timeout(180)
abstract class ReplayContract extends ReplayRuns {

    /** All compared column types, a DOUBLE (not compared), NULLs, a two-column key, and a table without a key. */
    private static final String ALL_TYPES_WORKLOAD = """
            tables:
              kinds:
                create: CREATE TABLE kinds (a VARCHAR(20) NOT NULL, b INT UNSIGNED NOT NULL, t TINYINT, s SMALLINT UNSIGNED,
                  m MEDIUMINT, g BIGINT UNSIGNED, d DECIMAL(20,5), e DECIMAL(4,4), c CHAR(120), v VARCHAR(300),
                  x TEXT, y BLOB, z VARBINARY(40), dt DATETIME(3), d0 DATETIME, dd DATE, ts TIMESTAMP(6) NULL,
                  t0 TIMESTAMP NULL, f DOUBLE, PRIMARY KEY (a, b))
                rows: 50
                values: {a: {letters: 5..20}, b: {sequence: 1}, t: -7, s: 65535, m: -8388608, d: -12345.678, e: 0.9999,
                  c: {letters: 1..120}, v: {letters: 0..300}, x: {letters: 0..500}, y: {letters: 0..40}, z: {letters: 0..40},
                  dt: "2026-11-21 17:50:00.123", d0: "1999-12-31 23:59:59", dd: "2026-11-21",
                  ts: "2026-11-21 17:50:00.123456", t0: "2001-02-03 04:05:06", f: 1.5}
              journal:
                columns: {n: INT, note: VARCHAR(30)}
                rows: 3
                values: {n: {sequence: 1}}
            transactions:
              change:
                weight: 3
                values: {b: {uniform: 1..50}, d: {uniform: 0.01..9.99}, v: {letters: 0..300}}
                statements:
                  - UPDATE kinds SET d = d + :d, v = :v, x = CONCAT('é', :v), g = 18446744073709551615 - b, t = NULL,
                    dt = NOW(3), d0 = NOW(), dd = CURDATE(), ts = NOW(6), t0 = NOW(), f = f * 1.01 WHERE b = :b
                  - UPDATE kinds SET t = 5, y = NULL, m = m + 1, s = NULL, c = :v WHERE b = :b AND LENGTH(:v) <= 120
              insert:
                values: {b: {next: kinds.b}, a: {letters: 1..20}, n: {uniform: 1..3}}
                statements:
                  - INSERT INTO kinds (a, b, g) VALUES (:a, :b, 0)
                  - INSERT INTO journal (n, note) VALUES (:n, :a)
                  - INSERT INTO journal (n) VALUES (:n)
              delete:
                values: {b: {uniform: 1..500}, n: {uniform: 1..3}}
                statements:
                  - DELETE FROM kinds WHERE b = :b
                  - DELETE FROM journal WHERE n = :n LIMIT 1
              rekey:
                values: {b: {uniform: 1..500}, a: {letters: 1..20}}
                statements: [UPDATE kinds SET a = :a WHERE b = :b]
            """;

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void isLosslessWithoutFaults(int threads) {
        JsonNode verdict = verdictThroughOneProxy(Verification.AUTO, threads);
        assertClean(verdict);
        JsonNode replay = verdict.get("replay");
        assertThat(replay.get("violations").asLong()).as(verdict.toString()).isZero();
        assertThat(replay.get("transactions").asLong()).isEqualTo(TRANSACTIONS);
        assertThat(replay.get("changes").asLong()).isEqualTo(2 * TRANSACTIONS);
        assertThat(replay.get("rows").asLong()).isEqualTo(3);
        assertThat(replay.get("imageEqual").asBoolean()).isTrue();
        assertThat(replay.get("reason").isNull()).isTrue();
    }

    @Test
    void isLosslessAfterWarmUpWithSeveralTransfers() {
        JsonNode verdict = runAndGetVerdict(plan(endpointAt(port()), 4)
                .load(openLoop(4, perSecond(500)))
                .workload(Transfers.between(20).transfers(5))
                .window(new Window(Duration.ofMillis(500), Duration.ZERO, 500, Duration.ofSeconds(30))));
        assertClean(verdict);
        assertThat(verdict.get("replay").get("violations").asLong()).isZero();
        assertThat(verdict.get("replay").get("imageEqual").asBoolean()).isTrue();
        assertThat(verdict.get("replay").get("transactions").asLong())
                .isEqualTo(verdict.get("observed").asLong());
    }

    @Test
    void isLosslessIfConnectionsAreCut() {
        Random random = new Random(5);
        try (FaultProxy proxy = proxy()) {
            proxy.closeEachAfter(() -> {
                synchronized (random) {
                    return 12_000 + random.nextInt(30_000);
                }
            });
            JsonNode verdict = runAndGetVerdict(
                    plan(endpointAt(port()), 4).subscriber(SubscriberSpec.DEFAULT.at(endpointAt(proxy.port()))));
            assertThat(verdict.get("replay").get("violations").asLong())
                    .as(verdict.toString())
                    .isZero();
            assertThat(verdict.get("replay").get("imageEqual").asBoolean()).isTrue();
        }
    }

    /** Commits may have an unknown outcome. */
    @Test
    void isLosslessIfWriterConnectionsAreKilled() {
        try (WorkerKiller killer = new WorkerKiller(server, 8, 3)) {
            PlanBuilder plan = plan(endpointAt(port()), 8)
                    .load(openLoop(8, perSecond(400)))
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ofSeconds(30)));
            JsonNode verdict = verdictOf(RoundTripChecks.run(UntilCondition.runSettings(plan, true, killer)
                    .withMeasured(Optional.of(new UntilCondition("after the kills", killer::hasRecovered)))));
            assertThat(verdict.get("replay").get("violations").asLong())
                    .as(verdict.toString())
                    .isZero();
            assertThat(verdict.get("status").asString()).isIn("LOSSLESS", "NOT_CHECKED");
            assertThat(killer.killedCount()).isGreaterThanOrEqualTo(24);
        }
    }

    @ParameterizedTest
    @EnumSource(PsMode.class)
    void countsStatementsOfTransfers(PsMode mode) {
        RunResult result = RoundTripChecks.run(plan(endpointAt(port()), 2)
                .workload(Transfers.between(100)
                        .transfers(3)
                        .random(RandomNumbers.DEFAULT.type(RandType.ZIPFIAN).seed(7))
                        .sending(new StatementSending(mode, false, 50)))
                .checkConsistency());
        WriteSummary write = Objects.requireNonNull(result.summary().write());
        assertThat(write.transactions()).isEqualTo(TRANSACTIONS);
        assertThat(write.writes()).isEqualTo(6 * TRANSACTIONS);
        assertThat(write.other()).isEqualTo(2 * TRANSACTIONS);
        assertThat(result.checks()).hasSize(2).allMatch(Check::held);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
    }

    @Test
    void replaysAllColumnTypes() {
        JsonNode verdict = runAndGetVerdict(plan(endpointAt(port()), 3)
                .workload(Scripted.yaml("kinds", ALL_TYPES_WORKLOAD))
                .window(new Window(Duration.ZERO, Duration.ZERO, 1_000, Duration.ofSeconds(30))));
        JsonNode replay = verdict.get("replay");
        assertThat(replay.get("reason").isNull()).as(verdict.toString()).isTrue();
        assertThat(replay.get("imageEqual").asBoolean()).as(verdict.toString()).isTrue();
        assertThat(replay.get("violations").asLong()).as(verdict.toString()).isZero();
        assertThat(replay.get("changes").asLong()).isGreaterThan(1_000);
        assertThat(replay.get("notCompared").toString()).isEqualTo("[\"kinds.f\"]");
        assertThat(verdict.get("status").asString()).isEqualTo("LOSSLESS");
    }

    /** The servers of this contract distinguish upper and lower case in names of tables. */
    @Test
    void replaysTablesWhoseNamesDifferOnlyInCase() {
        JsonNode verdict = runAndGetVerdict(plan(endpointAt(port()), 2).workload(Scripted.yaml("cases", """
                    tables:
                      acc: {columns: {id: INT NOT NULL PRIMARY KEY, v: INT}, rows: 5, values: {id: {sequence: 1}, v: 0}}
                      ACC: {columns: {v: INT, id: INT NOT NULL PRIMARY KEY}, rows: 5, values: {id: {sequence: 1}, v: 0}}
                    transactions:
                      one:
                        statements:
                          - UPDATE acc SET v = v + 1 WHERE id = 1
                          - UPDATE ACC SET v = v + 7 WHERE id = 2
                    """)));
        assertClean(verdict);
        assertThat(verdict.get("replay").get("imageEqual").asBoolean()).isTrue();
        assertThat(verdict.get("replay").get("changes").asLong()).isEqualTo(2 * TRANSACTIONS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void replaysSysbench(boolean hasNoPrimaryKey) {
        JsonNode verdict = runAndGetVerdict(plan(endpointAt(port()), 4)
                .workload(Sysbench.oltpWriteOnly().tables(3).tableSize(100).indexes(hasNoPrimaryKey, true)));
        assertClean(verdict);
        assertThat(verdict.get("replay").get("violations").asLong()).isZero();
        assertThat(verdict.get("replay").get("imageEqual").asBoolean()).isTrue();
        assertThat(verdict.get("replay").get("tables").size()).isEqualTo(3);
    }

    /** The positions are continuous, but the sum of the balances is wrong. */
    @Test
    void isLostIfTransactionIsTorn() {
        TransactionRecorder tornTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        JsonNode verdict = verdictWithStreamProxy(
                tornTransaction,
                StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50),
                StreamFaults.repairedPositions());
        assertVerdict(verdict, "LOST", 1, 0, 0);
        assertThat(verdict.get("replay").get("torn").asLong()).isOne();
        assertThat(verdict.get("firstOffender").asString())
                .contains(tornTransaction.gtid())
                .matches(".* at \\S+:\\d+ breaks sum\\(balance\\) is constant: off by -?\\d+");
    }

    /** If only counts are verified, swapped transactions also stay undetected. */
    @Test
    void faultsAreUndetectedWithoutReplay() {
        StreamFault[] faults = {
            StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repairedPositions()
        };
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            PlanBuilder plan = planWithoutReplay(endpointAt(port()), 1)
                    .subscriber(SubscriberSpec.DEFAULT.at(endpointAt(proxy.port())));
            JsonNode verdict = runAndGetVerdict(plan);
            assertThat(verdict.get("status").asString()).isIn("LOSSLESS", "NOT_CHECKED");
            assertThat(verdict.has("replay")).isFalse();
        }
        try (FaultProxy proxy = proxy().faults(
                        FaultPlan.of(StreamFaults.swap(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repairedPositions()))) {
            JsonNode verdict = runAndGetVerdict(
                    planWithoutReplay(endpointAt(proxy.port()), 1).verify(Verification.COUNTS));
            assertThat(verdict.get("status").asString()).isEqualTo("LOSSLESS");
        }
    }

    @Test
    void isReorderedIfTransactionsAreSwapped() {
        TransactionRecorder lateTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        JsonNode verdict = verdictThroughOneProxy(
                Verification.COUNTS,
                1,
                lateTransaction,
                StreamFaults.swap(WORKLOAD_TRANSACTIONS, 50),
                StreamFaults.repairedPositions());
        assertVerdict(verdict, "REORDERED", 0, 0, 1);
        assertThat(verdict.get("firstOffender").asString())
                .contains(lateTransaction.gtid())
                .contains("comes after");
        assertThat(verdict.get("replay").get("imageEqual").asBoolean()).isTrue();
    }

    @Test
    void isReorderedIfTransactionIsPostponed() {
        JsonNode verdict = verdictThroughOneProxy(
                Verification.COUNTS,
                1,
                StreamFaults.postpone(WORKLOAD_TRANSACTIONS, 50, 30),
                StreamFaults.repairedPositions());
        assertVerdict(verdict, "REORDERED", 0, 0, 1);
    }

    /** A repeated transaction hides the lost transaction in the counts. */
    @Test
    void isLostIfCountsHideLoss() {
        JsonNode verdict = countVerdictWithStreamProxy(
                StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50),
                StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 60),
                StreamFaults.repairedPositions());
        assertThat(verdict.get("status").asString()).as(verdict.toString()).isEqualTo("LOST");
        assertThat(verdict.get("missing").asLong()).isOne();
        assertThat(verdict.get("duplicated").asLong()).isOne();
        assertThat(verdict.get("replay").get("repeated").asLong()).isOne();
        assertThat(verdict.get("replay").get("gaps").asLong()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 100})
    void isDuplicatedIfTransactionRepeats(int distance) {
        TransactionRecorder repeatedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        StreamFault fault = distance == 0
                ? StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 50)
                : StreamFaults.repeatLater(WORKLOAD_TRANSACTIONS, 50, distance);
        JsonNode verdict = countVerdictWithStreamProxy(repeatedTransaction, fault, StreamFaults.repairedPositions());
        assertVerdict(verdict, "DUPLICATED", 0, 1, 0);
        assertThat(verdict.get("replay").get("firstOffender").asString())
                .contains(repeatedTransaction.gtid())
                .contains("repeats the changes of an earlier transaction");
    }

    /** Only the final contents of the tables reveal the loss. */
    @Test
    void isLostIfLastChangesAreDropped() {
        JsonNode verdict = verdictWithStreamProxy(
                StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, TRANSACTIONS), StreamFaults.repairedPositions());
        assertThat(verdict.get("status").asString()).isEqualTo("LOST");
        assertThat(verdict.get("replay").get("imageEqual").asBoolean()).isFalse();
        assertThat(verdict.get("replay").get("rowsDifferent").asLong()).isOne();
    }

    @Test
    void rejectsPartialRowImages() {
        String rowImageBefore =
                server.queryRows("SELECT @@global.binlog_row_image").get(0).get(0);
        server.execute("SET GLOBAL binlog_row_image = 'MINIMAL'");
        try {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan(endpointAt(port()), 1).run())
                    .withMessageContaining("binlog_row_image is MINIMAL")
                    .withMessageContaining("SET GLOBAL binlog_row_image = 'FULL'");
        } finally {
            server.execute("SET GLOBAL binlog_row_image = '" + rowImageBefore + "'");
        }
        assertThat(server.queryRows("SHOW TABLES LIKE 'accounts'")).isEmpty();
    }
}
