// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** The consumers of one run. Used by the run's thread only, which closes each consumer in a thread of its own. */
public final class RunningConsumers implements AutoCloseable {

    private final List<RunningConsumer> consumers;
    private final List<RunningConsumer> snapshotConsumers = new ArrayList<>();
    private final StopSignal stop;
    private final BiConsumer<String, String> listener;

    /**
     * @param server returns the server to follow, or a proxy to it
     * @param listener receives a consumer's name and a message about it
     */
    public RunningConsumers(
            List<ConsumerSpec> specs,
            Plan plan,
            Function<ConsumerSpec, Endpoint> server,
            Predicate<ConsumerSpec> mayRestart,
            StopSignal stop,
            BiConsumer<String, String> listener) {
        consumers = specs.stream()
                .map(spec -> new RunningConsumer(spec, spec.probe(), plan, server.apply(spec), mayRestart.test(spec)))
                .toList();
        this.stop = stop;
        this.listener = listener;
    }

    public List<ConsumerProbe> probes() {
        return consumers.stream().map(RunningConsumer::probe).toList();
    }

    public List<RunningConsumer> consumers() {
        return consumers;
    }

    /** @param nodesReadTopics true if subscriber nodes, not this process, read the Kafka topics */
    public void open(boolean nodesReadTopics) {
        for (RunningConsumer consumer : consumers) {
            consumer.open(nodesReadTopics);
            listener.accept(consumer.spec().name(), consumer.description());
        }
    }

    /** Starts the consumers and waits until they are ready. Consumers whose snapshots are judged start later, during the load. */
    public void start() {
        for (RunningConsumer consumer : consumers) {
            if (consumer.spec().snapshot()) {
                snapshotConsumers.add(consumer);
            } else {
                consumer.start();
                consumer.awaitReady(stop);
            }
        }
    }

    /** Later calls do nothing. */
    public void startSnapshotConsumers() {
        while (!snapshotConsumers.isEmpty()) {
            snapshotConsumers.remove(0).start();
        }
    }

    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            // at the same time, because the stop timeouts of several consumers may exceed the time after Ctrl-C
            List<Thread> threads = consumers.stream()
                    .map(consumer -> new Thread(() -> failures.run(consumer::close), "cdc-tester-close-consumer"))
                    .toList();
            threads.forEach(Thread::start);
            threads.forEach(thread -> Threads.await(thread, Duration.ofMinutes(2)));
        }
        for (RunningConsumer consumer : consumers) {
            String name = consumer.spec().name();
            String prefix = consumers.size() > 1 ? name + ": " : "";
            consumer.remarks().forEach(remark -> failures.run(() -> listener.accept(name, prefix + remark)));
        }
        failures.rethrow();
    }
}
