// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.run.RunListener;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Tests the verification by counts and the use of prepared statements. Superclass of {@link TpccContract}, so that the tests share the
 * loaded warehouses.
 */
abstract class TpccCountsContract extends TpccRuns {

    private static final int STATEMENTS_PER_CONNECTION = 40;
    private static final int THREADS = 3;

    /** Transactions of conflicting workers are rolled back and repeated, but counted once. */
    @Test
    @Order(4)
    void receivesAllRowsByTableAndKind() {
        Verdict verdict = RoundTripChecks.run(plan().load(closedLoop(8))
                        .window(events(300))
                        .subscriber(SubscriberSpec.DEFAULT.rowCounting(RowCounting.EXACT))
                        .verify(Verification.COUNTS))
                .verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(verdict.reason()).contains(RowSumsContract.COMPARISON_TEXT);
    }

    /** {@link WriteAccountingContract} checks that the run rejects a limit that is lower by one. */
    @Test
    @Order(4)
    void completesAtLowestAcceptedStatementLimit() {
        long limitBefore = server.queryNumber("SELECT @@GLOBAL.max_prepared_stmt_count");
        awaitNoPreparedStatements();
        server.execute("SET GLOBAL max_prepared_stmt_count = " + THREADS * STATEMENTS_PER_CONNECTION);
        try {
            RunResult result =
                    RoundTripChecks.run(plan().load(closedLoop(THREADS)).window(events(600)));
            assertThat(result.summary().write().transactions()).isEqualTo(600);
        } finally {
            server.execute("SET GLOBAL max_prepared_stmt_count = " + limitBefore);
        }
    }

    @Test
    @Order(4)
    void completesIfServerRejectsPreparedStatements() {
        long limitBefore = server.queryNumber("SELECT @@GLOBAL.max_prepared_stmt_count");
        try {
            RunResult result = RoundTripChecks.run(plan().load(closedLoop(THREADS))
                    .window(events(300))
                    .listener(new RunListener() {
                        @Override
                        public void step(String description) {
                            if (description.equals("measuring")) {
                                // existing prepared statements stay valid; the driver sends further statements as text
                                server.execute("SET GLOBAL max_prepared_stmt_count = " + THREADS);
                            }
                        }
                    }));
            assertThat(result.summary().write().transactions()).isEqualTo(300);
            assertThat(result.verdict().observed()).isEqualTo(result.verdict().committed());
        } finally {
            server.execute("SET GLOBAL max_prepared_stmt_count = " + limitBefore);
        }
    }
}
