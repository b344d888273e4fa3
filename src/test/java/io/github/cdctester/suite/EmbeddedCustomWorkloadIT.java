// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.script.Scripted;
import org.junit.jupiter.api.Test;

final class EmbeddedCustomWorkloadIT extends CustomWorkloadContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    /** MariaDB does not list system-versioned tables as base tables. */
    @Test
    void dropsSystemVersionedTables() throws Exception {
        PlanBuilder plan = CdcTester.plan()
                .endpoint(EmbeddedTestServer.shared().endpoint())
                .workload(Scripted.yaml(
                        "versioned",
                        "tables: {kept: {columns: {id: INT PRIMARY KEY}, table-options: WITH SYSTEM VERSIONING, rows: 3,"
                                + " values: {id: {sequence: 1}}}}\n"
                                + "transactions: {t: {statements: [SELECT COUNT(*) FROM kept]}}"));
        plan.prepare();

        assertThat(plan.cleanup()).isEqualTo(1);
        assertThat(EmbeddedTestServer.shared().queryRows("SHOW TABLES LIKE 'kept'"))
                .isEmpty();
    }
}
