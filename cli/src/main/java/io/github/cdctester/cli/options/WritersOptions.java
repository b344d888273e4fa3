// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.WorkerNodes;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public class WritersOptions extends NodeOptions {

    @Option(
            names = "--workers",
            paramLabel = "HOST:PORT",
            description = "Worker nodes that write the load, separated by commas (default port: 7070); or"
                    + " kubernetes:N for N pods")
    private @Nullable String nodes;

    @Option(
            names = "--worker-timeout",
            paramLabel = "SECONDS",
            description = "Silence after which a worker node counts as lost, from 2 (default: 4)")
    private @Nullable Duration timeout;

    @Override
    final @Nullable String writerNodes() {
        return nodes;
    }

    @Override
    @Nullable
    String optionRequiringNodes() {
        return timeout != null ? "--worker-timeout" : super.optionRequiringNodes();
    }

    @Override
    String nodeOptions() {
        return "--workers";
    }

    @Override
    public Optional<WorkerNodes> nodes() {
        return super.nodes().map(workerNodes -> timeout == null ? workerNodes : workerNodes.withTimeout(timeout));
    }
}
