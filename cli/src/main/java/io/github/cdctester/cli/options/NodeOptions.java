// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.options.WorkersOptions.SecretFileOption;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.run.outcome.NodeEstimate;
import io.github.cdctester.stop.StopSignal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The worker nodes of a command: addresses, or pods that the command starts. */
public abstract class NodeOptions extends OptionGroup {

    @Mixin
    private SecretFileOption secret;

    @Mixin
    private KubernetesOptions kubernetes;

    private @Nullable WorkerPods started;

    /** Returns the value of {@code --workers}; {@code null} if it is not given. */
    abstract @Nullable String writers();

    /** Returns the value of {@code --subscribers}; {@code null} if it is not given. */
    abstract @Nullable String subscribers();

    /** Returns true if nodes may join late, and failed pods are replaced. */
    boolean elastic() {
        return false;
    }

    /** Returns an option that needs nodes; {@code null} if none is given. */
    @Nullable
    String optionForNodes() {
        return secret.file() == null ? null : "--secret-file";
    }

    /** Returns the options with which nodes are given. */
    abstract String nodeOptions();

    /** Sets the nodes of a plan, if any are given. */
    public final void apply(PlanBuilder plan) {
        nodes().ifPresent(plan::workers);
    }

    /** Prints the manifests of the pods if the command line requests them. */
    public static boolean printManifests(CommandSpec command) {
        return command.mixins().values().stream()
                .anyMatch(mixin -> mixin.userObject() instanceof NodeOptions options
                        ? options.printManifests()
                        : printManifests(mixin));
    }

    private boolean printManifests() {
        if (kubernetes.isDryRun()) {
            kubernetes.print(RunNodes.platform().manifests(pods().orElseThrow()));
        }
        return kubernetes.isDryRun();
    }

    /** Starts the pods that the command line requests. Close the result after the last run; {@code null}: there are no pods. */
    public final @Nullable WorkerPods startPods(StopSignal stop) throws InterruptedException {
        Optional<KubernetesPods> pods = pods();
        if (pods.isPresent()) {
            started = WorkerPods.start(pods.get(), stop, kubernetes::report);
        }
        return started;
    }

    /** Prints how many pods the loads need, if there are pods, and their number can be estimated. */
    public final void printEstimate(List<NamedLoad> loads) {
        pods().filter(pods -> pods.writers() > 0 && pods.reservedCpus().isPresent())
                .flatMap(pods -> NodeEstimate.of(
                        loads, pods.writers(), pods.reservedCpus().getAsDouble()))
                .ifPresent(kubernetes::report);
    }

    private Optional<KubernetesPods> pods() {
        Optional<KubernetesPods> pods = kubernetes.pods(writers(), subscribers(), elastic());
        if (pods.isPresent() && secret.file() != null) {
            throw usage("--secret-file: leave it out with kubernetes:N, which has a secret for each command");
        }
        return pods;
    }

    /** Returns the nodes; empty if there are none, or pods that are not started yet. Checks the options of the pods. */
    public Optional<WorkerNodes> nodes() {
        String forWriters = writers();
        String forReaders = subscribers();
        if (pods().isPresent()) {
            return Optional.ofNullable(started).map(WorkerPods::nodes);
        }
        if (forWriters != null) {
            WorkerNodes nodes = WorkerNodes.parse(forWriters, secret.required("--workers"));
            return Optional.of(forReaders == null ? nodes : nodes.withSubscribers(forReaders));
        }
        if (forReaders != null) {
            return Optional.of(WorkerNodes.following(forReaders, secret.required("--subscribers")));
        }
        String unused = optionForNodes();
        if (unused != null) {
            throw usage(unused + " is given, but no worker nodes: give " + nodeOptions());
        }
        return Optional.empty();
    }
}
