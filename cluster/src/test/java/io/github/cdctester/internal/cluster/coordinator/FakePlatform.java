// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkerNodes;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The platform is still replacing all other nodes. */
record FakePlatform(Map<InetSocketAddress, InetSocketAddress> replacements) implements WorkerNodes.Platform {

    @Override
    public Optional<Instance> current(InetSocketAddress address) {
        return Optional.ofNullable(replacements.get(address)).flatMap(WorkerNodes.Platform.NONE::current);
    }

    @Override
    public CompletableFuture<String> lossReason(String name) {
        return CompletableFuture.completedFuture("");
    }
}
