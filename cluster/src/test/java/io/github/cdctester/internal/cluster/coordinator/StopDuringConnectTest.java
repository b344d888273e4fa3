// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class StopDuringConnectTest {

    private final StopSignal stop = new StopSignal();

    /** A failure must be reported even if the user has requested a stop meanwhile. */
    @Test
    void stopDoesNotHideLostNode(@TempDir Path directory) throws InterruptedException {
        Path secret = directory.resolve("nodes.p12");
        SharedSecret.create(secret);
        WorkerNodes nodes = WorkerNodesCopy.of(WorkerNodes.parse("127.0.0.1:1", secret))
                .platform(new StoppingPlatform())
                .build();
        assertThatThrownBy(() -> CdcTester.plan()
                        .endpoint(Endpoint.of("jdbc:mysql://127.0.0.1:1/sbtest", "root", ""))
                        .workload(Sysbench.oltpInsert())
                        .workers(nodes)
                        .stopSignal(stop)
                        .run())
                .isExactlyInstanceOf(RunFailedException.class)
                .hasMessage("worker 127.0.0.1:1 was lost: it is being replaced");
        assertThat(stop.isRaised()).isTrue();
    }

    /** The user requests the stop while the node is called, and the node is not there. */
    private final class StoppingPlatform implements WorkerNodes.Platform {
        @Override
        public Optional<Instance> current(InetSocketAddress address) {
            stop.raise();
            return Optional.empty();
        }

        @Override
        public CompletableFuture<String> lossReason(String name) {
            return CompletableFuture.completedFuture("");
        }
    }
}
