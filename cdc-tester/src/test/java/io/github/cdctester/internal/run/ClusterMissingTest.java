// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The cluster module is not on this module's test class path. The server, the node and the secret do not exist. */
class ClusterMissingTest {

    private static PlanBuilder plan() {
        return CdcTester.plan()
                .endpoint(Endpoint.of("jdbc:mysql://127.0.0.1:1/sbtest", "root", ""))
                .workload(Sysbench.oltpInsert())
                .workers(WorkerNodes.parse("127.0.0.1:1", Path.of("no.pem")));
    }

    private static void assertNamesMissingArtifact(ThrowingCallable call) {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(call)
                .withMessage(
                        "to use worker nodes, add io.github.cdctester:cdc-tester-cluster (same version as cdc-tester) and"
                                + " its dependencies to the class path")
                .withNoCause();
    }

    @Test
    void runNamesMissingArtifact() {
        assertNamesMissingArtifact(() -> plan().run());
    }

    @Test
    void prepareNamesMissingArtifact() {
        assertNamesMissingArtifact(() -> plan().prepare());
    }

    @Test
    void classPathContainsNoGrpcAndNoCluster() {
        assertThat(ClassLoader.getSystemResource("io/grpc/Channel.class")).isNull();
        assertThat(ClassLoader.getSystemResource("io/github/cdctester/internal/cluster"))
                .isNull();
    }
}
