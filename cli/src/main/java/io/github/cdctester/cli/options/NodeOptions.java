// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.options.WorkersOptions.SecretFileOption;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.run.pod.NodeEstimate;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Options for the worker nodes of a command. */
public abstract class NodeOptions extends OptionGroup {

    @Mixin
    private SecretFileOption secret;

    @Mixin
    private KubernetesOptions kubernetes;

    private @Nullable WorkerPods startedPods;

    @Nullable
    String writerNodes() {
        return null;
    }

    @Nullable
    String subscriberNodes() {
        return null;
    }

    /** Returns true if nodes may join late, and Kubernetes replaces failed pods. */
    boolean isElastic() {
        return false;
    }

    /** Returns {@code null} if no given option requires worker nodes. */
    @Nullable
    String optionRequiringNodes() {
        return secret.file() == null ? null : "--secret-file";
    }

    abstract String nodeOptions();

    public final void apply(PlanBuilder plan) {
        nodes().ifPresent(plan::workers);
    }

    public static Optional<NodeOptions> of(CommandSpec command) {
        return mixin(command, NodeOptions.class);
    }

    private static <T> Optional<T> mixin(CommandSpec command, Class<T> type) {
        return command.mixins().values().stream()
                .flatMap(mixin -> type.isInstance(mixin.userObject())
                        ? Stream.of(type.cast(mixin.userObject()))
                        : mixin(mixin, type).stream())
                .findFirst();
    }

    public final KubernetesOptions kubernetes() {
        return kubernetes;
    }

    public final void checkDeadline(Supplier<Duration> plannedTime) {
        if (kubernetes.isInPod() || pods().isPresent()) {
            kubernetes.checkDeadline(plannedTime.get());
        }
    }

    public final String manifests() {
        return kubernetes.isInPod()
                ? RunNodes.platform().manifests(podCommand())
                : RunNodes.platform().manifests(pods().orElseThrow());
    }

    public final PodCommand podCommand() {
        String password = mixin(spec.commandLine().getCommandSpec(), EndpointOptions.class)
                .map(EndpointOptions::passwordForPod)
                .orElse("");
        return kubernetes.podCommand(pods().isPresent(), password);
    }

    /** {@code remains} receives the objects that remain if this process is killed. Close the result after the last run. */
    public final @Nullable WorkerPods startPods(StopSignal stop, Consumer<String> remains) throws InterruptedException {
        Optional<KubernetesPods> pods = pods();
        if (pods.isPresent()) {
            startedPods = WorkerPods.start(pods.get(), stop, kubernetes::report);
            remains.accept(startedPods.leftovers());
        }
        return startedPods;
    }

    public final void printEstimate(List<NamedLoad> loads) {
        pods().filter(pods -> pods.writers() > 0 && pods.reservedCpus().isPresent())
                .flatMap(pods -> NodeEstimate.of(
                        loads, pods.writers(), pods.reservedCpus().getAsDouble()))
                .ifPresent(kubernetes::report);
    }

    private Optional<KubernetesPods> pods() {
        Optional<KubernetesPods> pods = kubernetes.pods(writerNodes(), subscriberNodes(), isElastic());
        if (pods.isPresent() && secret.file() != null) {
            throw usageError("--secret-file: leave it out with kubernetes:N, which has a secret for each command");
        }
        return pods;
    }

    /** Returns empty if no nodes are selected, or if their pods are not started yet. */
    public Optional<WorkerNodes> nodes() {
        String writerAddresses = writerNodes();
        String readerAddresses = subscriberNodes();
        if (pods().isPresent()) {
            return Optional.ofNullable(startedPods).map(WorkerPods::nodes);
        }
        if (writerAddresses != null) {
            WorkerNodes nodes = WorkerNodes.parse(writerAddresses, secret.requiredFile("--workers"));
            return Optional.of(readerAddresses == null ? nodes : nodes.withSubscribers(readerAddresses));
        }
        if (readerAddresses != null) {
            return Optional.of(WorkerNodes.following(readerAddresses, secret.requiredFile("--subscribers")));
        }
        String uselessOption = optionRequiringNodes();
        if (uselessOption != null) {
            throw usageError(uselessOption + " is given, but no worker nodes: give " + nodeOptions());
        }
        return Optional.empty();
    }
}
