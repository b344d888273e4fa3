// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.WorkerNodes;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

public final class WorkersOptions extends WritersOptions {

    @Mixin
    private SubscribersOption subscribers;

    @Option(
            names = "--tolerate-worker-loss",
            description = "Continue when a worker node is lost: others take over its part (default: the run fails)")
    private boolean toleratesLoss;

    @Option(
            names = "--elastic",
            description = "Let worker nodes join late or return, and Kubernetes replace failed pods; implies"
                    + " --tolerate-worker-loss")
    private boolean elastic;

    @Override
    @Nullable
    String subscriberNodes() {
        return subscribers.nodes;
    }

    @Override
    boolean isElastic() {
        return elastic;
    }

    @Override
    @Nullable
    String optionRequiringNodes() {
        return toleratesLoss ? "--tolerate-worker-loss" : super.optionRequiringNodes();
    }

    @Override
    String nodeOptions() {
        return "--workers or --subscribers";
    }

    @Override
    public Optional<WorkerNodes> nodes() {
        if (elastic && writerNodes() == null) {
            throw usageError("--elastic is given, but no worker nodes that write: give --workers");
        }
        return super.nodes()
                .map(nodes -> elastic ? nodes.takingLateNodes() : toleratesLoss ? nodes.toleratingLoss() : nodes);
    }

    /** The samples of writing nodes are stored in {@code directory}. */
    public Optional<WorkerNodes> nodes(Optional<Path> directory) {
        return nodes().map(nodes -> nodes.addresses().isEmpty()
                ? nodes
                : directory.map(nodes::withFiles).orElse(nodes));
    }

    static final class SubscribersOption extends OptionGroup {

        @Option(
                names = "--subscribers",
                paramLabel = "HOST:PORT",
                description = "Worker nodes that follow the streams, separated by commas; or kubernetes:N")
        private @Nullable String nodes;
    }

    public static final class ReadersOptions extends NodeOptions {

        @Mixin
        private SubscribersOption subscribers;

        @Override
        @Nullable
        String subscriberNodes() {
            return subscribers.nodes;
        }

        @Override
        String nodeOptions() {
            return "--subscribers";
        }
    }

    public static final class SecretFileOption extends OptionGroup {

        @Option(
                names = "--secret-file",
                paramLabel = "FILE",
                description =
                        "Shared secret of worker nodes and coordinator, made with 'cdc-tester worker --new-secret=FILE'")
        private @Nullable Path file;

        @Nullable
        Path file() {
            return file;
        }

        public Path requiredFile(String dependentOption) {
            if (file == null) {
                throw usageError(dependentOption + " needs --secret-file, the shared secret of all nodes, made with"
                        + " 'cdc-tester worker --new-secret=FILE'");
            }
            return file;
        }
    }
}
