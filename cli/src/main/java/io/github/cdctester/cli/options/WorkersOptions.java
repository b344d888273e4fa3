// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for worker nodes, which write or follow streams. */
public final class WorkersOptions extends OptionGroup {

    @Mixin
    private WritersOptions writers;

    @Mixin
    private SubscribersOption subscribers;

    @Mixin
    private SecretFileOption secret;

    @Mixin
    private KubernetesOptions kubernetes;

    private @Nullable Path files;

    @Option(
            names = "--tolerate-worker-loss",
            description = "Continue when a worker node is lost: others take over its part (default: the run fails)")
    private boolean toleratesLoss;

    @Option(names = "--elastic", description = "Let worker nodes join late or return; implies --tolerate-worker-loss")
    private boolean elastic;

    /** Sets the nodes of a plan, if any are given. */
    public void apply(PlanBuilder plan) {
        nodes().ifPresent(plan::workers);
    }

    /** Starts the pods that the options request; see {@link KubernetesOptions#start}. */
    public @Nullable WorkerPods startPods(StopSignal stop) throws InterruptedException {
        return kubernetes.start(stop);
    }

    /** Makes the nodes that write store their samples in this directory. */
    public void storeSamples(Path directory) {
        files = directory;
    }

    /** Returns the nodes; empty if there are none, or pods that are not started yet. */
    public Optional<WorkerNodes> nodes() {
        if (elastic && writers.nodes == null) {
            throw usage("--elastic is given, but no worker nodes that write: give --workers");
        }
        if (writers.nodes == null && subscribers.nodes == null) {
            String alone = toleratesLoss ? "--tolerate-worker-loss" : writers.optionWithoutNodes(secret);
            if (alone != null) {
                throw usage(alone + " is given, but no worker nodes: give --workers or --subscribers");
            }
            return Optional.empty();
        }
        Optional<WorkerNodes> given =
                KubernetesOptions.arePods(writers.nodes) || KubernetesOptions.arePods(subscribers.nodes)
                        ? kubernetes.nodes()
                        : Optional.of(
                                writers.nodes == null
                                        ? subscribers.followingNodes(secret)
                                        : subscribers.addTo(writers.parseNodes(secret)));
        return given.map(writers::withTimeout)
                .map(nodes -> elastic ? nodes.takingLateNodes() : toleratesLoss ? nodes.toleratingLoss() : nodes)
                .map(nodes -> files == null || nodes.addresses().isEmpty() ? nodes : nodes.withFiles(files));
    }

    /** Nodes that write, and their timeout. */
    public static final class WritersOptions extends OptionGroup {

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

        private @Nullable String optionWithoutNodes(SecretFileOption secret) {
            return timeout != null ? "--worker-timeout" : secret.file() != null ? "--secret-file" : null;
        }

        private WorkerNodes parseNodes(SecretFileOption secret) {
            return WorkerNodes.parse(String.valueOf(nodes), secret.required("--workers"));
        }

        private WorkerNodes withTimeout(WorkerNodes given) {
            return timeout == null ? given : given.withTimeout(timeout);
        }

        /** Sets the nodes that fill the tables of a plan, if any are given. */
        public void apply(PlanBuilder plan, SecretFileOption secret, KubernetesOptions kubernetes) {
            String unusedOption = optionWithoutNodes(secret);
            if (KubernetesOptions.arePods(nodes)) {
                kubernetes.nodes().ifPresent(pods -> plan.workers(withTimeout(pods)));
            } else if (nodes != null) {
                plan.workers(withTimeout(parseNodes(secret)));
            } else if (unusedOption != null) {
                throw usage(unusedOption + " is given, but no worker nodes: give --workers");
            }
        }
    }

    /** Nodes that follow the streams. */
    public static final class SubscribersOption {

        @Option(
                names = "--subscribers",
                paramLabel = "HOST:PORT",
                description = "Worker nodes that follow the streams, separated by commas; or kubernetes:N")
        private @Nullable String nodes;

        WorkerNodes followingNodes(SecretFileOption secret) {
            return WorkerNodes.following(String.valueOf(nodes), secret.required("--subscribers"));
        }

        WorkerNodes addTo(WorkerNodes writers) {
            return nodes == null ? writers : writers.withSubscribers(nodes);
        }

        /** Sets the nodes that follow the streams of a plan without writes, if any are given. */
        public void apply(PlanBuilder plan, SecretFileOption secret, KubernetesOptions kubernetes) {
            if (KubernetesOptions.arePods(nodes)) {
                kubernetes.nodes().ifPresent(plan::workers);
            } else if (nodes != null) {
                plan.workers(followingNodes(secret));
            } else {
                secret.refuseWithoutNodes("--subscribers");
            }
        }
    }

    /** File with the secret that worker nodes and their coordinator share. */
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

        private void refuseWithoutNodes(String nodes) {
            if (file != null) {
                throw usage("--secret-file is given, but no worker nodes: give " + nodes);
            }
        }

        public Path required(String because) {
            if (file == null) {
                throw usage(because + " needs --secret-file, the shared secret of all nodes, made with"
                        + " 'cdc-tester worker --new-secret=FILE'");
            }
            return file;
        }
    }
}
