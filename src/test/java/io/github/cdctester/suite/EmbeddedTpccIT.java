// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The workload like TPC-C on the embedded MariaDB; and what is the same on each server. */
final class EmbeddedTpccIT extends TpccContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Override
    int warehouses() {
        return 1;
    }

    @ParameterizedTest(name = "condition {0}")
    @Order(2)
    @MethodSource("io.github.cdctester.suite.BrokenRow#all")
    void aBrokenRowShows(BrokenRow row) throws Exception {
        server.execute(row.breaking());
        List<Condition> found;
        try {
            found = conditions();
        } finally {
            server.execute(row.mending());
        }
        Set<String> failed =
                found.stream().filter(one -> !one.holds()).map(Condition::name).collect(Collectors.toSet());
        assertThat(failed).isEqualTo(row.conditions());
        assertThat(found)
                .filteredOn(one -> !one.holds())
                .allSatisfy(one -> assertThat(one.offender())
                        .hasValueSatisfying(text -> assertThat(text).startsWith("warehouse 1, ")));
        assertThat(found)
                .filteredOn(one -> !one.holds())
                .anySatisfy(one -> assertThat(one.offender().orElseThrow()).startsWith(row.offender()));
    }

    private List<Condition> conditions() throws SQLException, InterruptedException {
        Preparation work = new Preparation(server::connect, 2, new StopSignal(), Preparation.Progress.SILENT);
        return ((ConsistentWorkload) Workloads.of(workload())).conditions(work, Condition.Moment.AFTER_LOAD);
    }
}
