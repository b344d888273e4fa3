// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static io.github.cdctester.assertj.CdcAssertions.assertThatExceptionOfType;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.junit.CdcServer;
import io.github.cdctester.junit.CdcTest;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** The container is in a field of the test class. */
@RequiresDocker
@CdcTest
@Timeout(180)
final class MySqlJUnitIT {

    @CdcServer(user = "root")
    private static final MySQLContainer CONTAINER =
            new MySQLContainer(DockerImageName.parse(System.getProperty("cdctester.mysql.image", "mysql:9.7"))
                    .asCompatibleSubstituteFor("mysql"));

    @Test
    void readsBinlogAsRoot(PlanBuilder plan) {
        assertThat(withShortRun(plan).run()).isLossless();
    }

    @Test
    void reportsMissingPrivilegesOfUser(PlanBuilder plan) {
        withShortRun(plan)
                .endpoint(Endpoint.of(CONTAINER.getJdbcUrl(), CONTAINER.getUsername(), CONTAINER.getPassword()));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(plan::run)
                .withMessageContaining(
                        "user 'test' may not follow the log: GRANT REPLICATION CLIENT, REPLICATION SLAVE ON *.* TO");
    }

    private static PlanBuilder withShortRun(PlanBuilder plan) {
        return plan.workload(Sysbench.oltpInsert().tableSize(10))
                .window(new Window(Duration.ZERO, Duration.ZERO, 20, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }
}
