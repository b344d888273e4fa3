// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the counts of unusual writes, and the checks before a run's first write. */
@Timeout(180)
abstract class WriteAccountingContract extends ServerContract {

    private static final int STATEMENTS_PER_TPCC_THREAD = 40;

    @AfterEach
    void assertNothingLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void countsDeleteWithFailedInsert() {
        // 1062 is a duplicate key: one worker may insert a row between another worker's DELETE and INSERT of this row
        PlanBuilder plan = plan(
                        Sysbench.oltpWriteOnly().tableSize(200).sending(new StatementSending(PsMode.AUTO, true, 0)),
                        2,
                        200)
                .ignoreErrors(new LoadSpec.IgnoredErrors(false, Set.of(1062, 1205, 1213, 1020)));
        plan.prepare();
        try {
            // simulates a deadlock that fails the INSERT after the DELETE; real deadlocks do so only sometimes
            server.execute("CREATE TRIGGER refuse BEFORE INSERT ON sbtest1 FOR EACH ROW IF NEW.k % 3 = 0 THEN"
                    + " SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1213; END IF");
            RunResult result = RoundTripChecks.run(plan);
            assertThat(result.summary().write().errorsPerCode().get(1213)).isPositive();
            assertThat(result.summary().write().transactions()).isEqualTo(200);
            assertThat(result.verdict().observed()).isEqualTo(result.verdict().committed());
        } finally {
            plan.cleanup();
        }
    }

    @Test
    void countsPlannedReconnectsSeparately() {
        RunResult result = RoundTripChecks.run(plan(
                        Sysbench.oltpInsert().tableSize(100).sending(new StatementSending(PsMode.AUTO, false, 5)),
                        1,
                        50)
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.summary().write().plannedReconnects()).isEqualTo(10);
        assertThat(result.summary().write().reconnects()).isZero();
        assertThat(result.verdict().observed()).isEqualTo(result.verdict().committed());
    }

    /** {@link TpccCountsContract} checks that the required number suffices. */
    @Test
    void rejectsTooFewPreparedStatements() {
        PlanBuilder plan = plan(Tpcc.warehouses(1), 3, 600);
        long limitBefore = server.queryNumber("SELECT @@GLOBAL.max_prepared_stmt_count");
        awaitNoPreparedStatements();
        server.execute("SET GLOBAL max_prepared_stmt_count = " + (3 * STATEMENTS_PER_TPCC_THREAD - 1));
        try {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(plan.prepareFirst().cleanupAfter()::run)
                    .withMessageContaining(
                            "allows 119 prepared statements, of which 0 are in use, but 3 threads need 120")
                    .withMessageContaining("SET GLOBAL max_prepared_stmt_count = 120");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        } finally {
            server.execute("SET GLOBAL max_prepared_stmt_count = " + limitBefore);
        }
    }

    @Test
    void replacesConnectionsUntilPoolIsClosed() throws SQLException {
        try (ConnectionPool pool = ConnectionPool.open(server.endpoint(), false, 1)) {
            Connection firstConnection = pool.connection();
            Connection secondConnection = pool.replace(firstConnection);
            assertThat(secondConnection.isValid(60)).isTrue();
            Connection thirdConnection = pool.replace(secondConnection);
            assertThat(secondConnection.isClosed()).isTrue();
            assertThat(thirdConnection.isValid(60)).isTrue();
            pool.close();
            assertThat(thirdConnection.isClosed()).isTrue();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> pool.replace(thirdConnection))
                    .withMessageContaining("closed");
        }
    }

    private PlanBuilder plan(WorkloadSpec workload, int threads, int transactions) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload)
                .load(LoadSpec.closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, transactions, Duration.ofSeconds(60)));
    }
}
