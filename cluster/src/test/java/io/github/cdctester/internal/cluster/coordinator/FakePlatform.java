// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkerNodes;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A platform that has replaced some nodes, and is replacing all others. */
record FakePlatform(Map<InetSocketAddress, InetSocketAddress> replacements) implements WorkerNodes.Platform {

    @Override
    public Optional<InetSocketAddress> currentAddress(InetSocketAddress address) {
        return Optional.ofNullable(replacements.get(address));
    }

    @Override
    public CompletableFuture<String> lossReason(String address) {
        return CompletableFuture.completedFuture("");
    }
}
