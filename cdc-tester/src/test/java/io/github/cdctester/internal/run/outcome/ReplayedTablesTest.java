// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.transfer.Transfers;
import org.junit.jupiter.api.Test;

/** A replay needs the names of tables that only the workload changes. No server listens, so the plan must be rejected before. */
class ReplayedTablesTest {

    private static final WorkloadSpec WITHOUT_TABLES =
            Scripted.yaml("deletes", "transactions: {all: {statements: [DELETE FROM t]}}");

    private static PlanBuilder plan(WorkloadSpec workload) {
        return CdcTester.plan()
                .endpoint(Endpoint.of("jdbc:mysql://127.0.0.1:1/test", "root", ""))
                .workload(workload)
                .prepareFirst()
                .replay();
    }

    @Test
    void rejectsWorkloadWithoutTables() {
        assertThatThrownBy(() -> plan(WITHOUT_TABLES).build())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("replay: on, must be off: deletes names no tables whose rows can be replayed");
        assertThatThrownBy(() -> plan(WITHOUT_TABLES).run()).isInstanceOf(InvalidPlanException.class);
    }

    @Test
    void replaysTablesOfOneOfSeveralLoads() {
        PlanBuilder plan = plan(Transfers.between(10)).load(NamedLoad.of(WITHOUT_TABLES, LoadSpec.closedLoop(1)));
        assertThat(plan.build().replay()).isTrue();
    }
}
