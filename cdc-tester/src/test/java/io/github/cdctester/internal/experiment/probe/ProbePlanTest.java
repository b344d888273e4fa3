// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProbePlanTest {

    private static final Endpoint RUN_ENDPOINT =
            Endpoint.of("jdbc:mysql://cluster/sbtest", "u", "p").withSsl(SslMode.REQUIRED, null);

    @Test
    void probeEndpointDefaultsToAccountOfRun() {
        ProbePlan plan = new ProbePlan(List.of(), RUN_ENDPOINT, Optional::empty, false);

        assertThat(plan.endpointOf(probe("SELECT 1", null))).isEqualTo(RUN_ENDPOINT);
        assertThat(plan.endpointOf(probe("SELECT 1", Endpoint.of("jdbc:mysql://node1:3307/", "", ""))))
                .isEqualTo(Endpoint.of("jdbc:mysql://node1:3307/", "u", "p").withSsl(SslMode.REQUIRED, null));
        Endpoint probeEndpoint = Endpoint.of("jdbc:mysql://node1/app?sslMode=DISABLED", "mon", "geheim");
        assertThat(plan.endpointOf(probe("SELECT 1", probeEndpoint))).isEqualTo(probeEndpoint);
    }

    @Test
    void detectsNamesOfCreatedTables() {
        Set<String> tables = Set.of("sbtest", "sbtest1");

        assertThat(ProbePlan.mentionsTable(probe("SELECT COUNT(*) FROM `sbtest1`", null), tables))
                .isTrue();
        assertThat(ProbePlan.mentionsTable(probe("SELECT SUM(x) FROM t WHERE table_schema='sbtest'", null), tables))
                .isTrue();
        assertThat(ProbePlan.mentionsTable(probe("SELECT COUNT(*) FROM sbtest11", null), tables))
                .isFalse();
        assertThat(ProbePlan.mentionsTable(probe("SHOW VARIABLES LIKE 'innodb_buffer_pool_size'", null), tables))
                .isFalse();
    }

    private static ProbeSpec probe(String sql, Endpoint endpoint) {
        ProbeSource source = new ProbeSource.Sql(sql, Optional.empty());
        return new ProbeSpec(
                "p", ProbeSpec.DEFAULT_INTERVAL, "none", false, source, Optional.ofNullable(endpoint), Map.of());
    }
}
