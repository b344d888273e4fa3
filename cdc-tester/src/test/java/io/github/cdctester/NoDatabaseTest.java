// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.workload.sysbench.Sysbench;
import org.junit.jupiter.api.Test;

/** A workload needs a schema for its tables. */
final class NoDatabaseTest {

    private final PlanBuilder plan = CdcTester.plan()
            // no server listens on this port
            .endpoint(Endpoint.of("jdbc:mariadb://127.0.0.1:1/", "root", ""))
            .workload(Sysbench.oltpInsert());

    /** The check comes before the first connection. */
    @Test
    void runRejectsEndpointWithoutDatabase() {
        String message = "database: none, must be the schema of the workload's tables, such as sbtest";
        assertThatThrownBy(plan::run).isInstanceOf(InvalidPlanException.class).hasMessage(message);
        try (RunningRun run = plan.start()) {
            assertThatThrownBy(run::await)
                    .isInstanceOf(InvalidPlanException.class)
                    .hasMessage(message);
        }
    }
}
