// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.pod.WorkerPlatform;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The writers and readers of a run, in this process or on worker nodes. */
public record RunNodes(
        Optional<WorkerPool.Factory> writerFactory,
        StreamReading.Factory readerFactory,
        Supplier<List<NodeSummary>> summaries) {

    static final RunNodes NONE = new RunNodes(Optional.empty(), StreamReading.Factory.LOCAL, List::of);

    static RunNodes connect(
            WorkerNodes nodes, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException {
        try {
            return provider().connect(nodes, plan, clock, listener, stop, resources);
        } catch (NoClassDefFoundError e) {
            throw missingProvider("cdc-tester-cluster", e);
        }
    }

    static ClusterProvider provider() {
        return provider(ClusterProvider.class, "cdc-tester-cluster");
    }

    public static WorkerPlatform platform() {
        return provider(WorkerPlatform.class, "cdc-tester-kubernetes");
    }

    /** Uses this module's class loader, not the context class loader. */
    private static <T> T provider(Class<T> service, String artifact) {
        try {
            return ServiceLoader.load(service, service.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> missingProvider(artifact, null));
        } catch (ServiceConfigurationError e) {
            throw missingProvider(artifact, e);
        }
    }

    private static RunFailedException missingProvider(String artifact, @Nullable Throwable cause) {
        return new RunFailedException(
                "to use worker nodes, add io.github.cdctester:" + artifact + " (same version as cdc-tester) and its"
                        + " dependencies to the class path"
                        + (cause == null ? "" : " (" + cause.getMessage() + ")"),
                cause);
    }

    /** Consumers need a whole log. Some settings require that this process reads the stream itself. */
    static void check(RunSettings settings) {
        boolean sharesLog = settings.plan().subscriber().streamsShare() != Sharing.NOTHING;
        if (sharesLog && !settings.consumers().isEmpty()) {
            throw new InvalidPlanException(
                    "consumer",
                    settings.consumers().get(0).name(),
                    "left out if streams divide a log: no stream has the complete log");
        }
        WorkerNodes nodes = settings.workers().orElse(null);
        if (nodes == null) {
            return;
        }
        String conflict = nodes.subscribers().isEmpty() ? null : conflictWithSubscribers(settings);
        if (conflict != null) {
            throw new InvalidPlanException(
                    "subscribers",
                    nodes.subscribers().size(),
                    "left out " + conflict + ": this process must follow the stream itself");
        }
        provider();
    }

    /** Each node that writes, also if it may join late, needs a thread of each load. */
    public static void checkThreads(List<Plan> plans, Optional<WorkerNodes> nodes) {
        int writers = nodes.map(given -> given.addresses().size()).orElse(0);
        plans.stream()
                .flatMap(plan -> plan.loads().stream())
                .filter(load -> load.load().threads() < writers)
                .findFirst()
                .ifPresent(load -> {
                    throw new InvalidPlanException(
                            "threads",
                            load.load().threads(),
                            "at least " + writers + " for " + load.name()
                                    + ": each worker node that writes needs a thread");
                });
    }

    private static @Nullable String conflictWithSubscribers(RunSettings settings) {
        if (settings.consumers().stream()
                .anyMatch(probe -> JudgedProbe.of(probe).nodesSource().isEmpty())) {
            return "if consumers are judged";
        }
        if (settings.plan().subscriber().streamsShare() != Sharing.NOTHING) {
            return "if streams divide a log";
        }
        if (settings.plan().replay()) {
            return "with a replay";
        }
        if (settings.injection().createsProxies()) { // nodes read without these proxies
            return "if the run injects faults of the network";
        }
        if (!settings.plan().subscriber().failover().isEmpty()) {
            return "with failover";
        }
        if (settings.untilPresentEnd()) {
            return "of a drain";
        }
        return settings.phases().stream().anyMatch(PlannedPhase.Backlog.class::isInstance)
                ? "with a backlog phase"
                : null;
    }
}
