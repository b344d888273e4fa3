// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe.CostMeter;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.result.summary.ConsumerCost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Samples the resources that a consumer uses, in its own thread. Thread-safe. */
public final class CostSampler implements CostMeter, AutoCloseable {

    private static final long PERIOD_MILLIS = 100;
    private static final Duration DOCKER_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final CostSource source;
    private final NanoClock clock;
    private final CostCourse course;
    private final Thread thread;
    private boolean isFrozen;
    private boolean isClosed;
    private @Nullable String failure;

    private CostSampler(String consumer, CostSource source, NanoClock clock) {
        this.source = source;
        this.clock = clock;
        course = new CostCourse(clock.nanoTime());
        thread = new Thread(this::run, "cdc-cost-" + consumer);
        thread.setDaemon(true);
    }

    /**
     * Samples the process and all its descendants.
     *
     * @param process empty before its start, another process after a restart
     * @param receivedBytes bytes that a proxy has sent to the consumer; empty if unknown
     */
    public static CostSampler ofProcess(
            String consumer, Supplier<Optional<ProcessHandle>> process, Optional<LongSupplier> receivedBytes) {
        CostSource tree = new TreeUsage(new ProcFiles(Path.of("/proc")), process, NanoClock.SYSTEM);
        return start(
                consumer,
                receivedBytes
                        .<CostSource>map(bytes -> () -> tree.read().withNetwork(bytes.getAsLong(), null))
                        .orElse(tree),
                NanoClock.SYSTEM);
    }

    /**
     * After a restart of the container, the sums continue.
     *
     * @param container name or id
     */
    public static CostSampler ofContainer(String consumer, String container) {
        DockerSocket docker = new DockerSocket(System.getenv("DOCKER_HOST"), DOCKER_TIMEOUT);
        ProcFiles controlGroups = new ProcFiles(Path.of("/sys/fs/cgroup"));
        return start(
                consumer,
                new ContainerUsage(docker, new ProcFiles(Path.of("/proc")), controlGroups, container),
                NanoClock.SYSTEM);
    }

    static CostSampler start(String consumer, CostSource source, NanoClock clock) {
        CostSampler sampler = new CostSampler(consumer, source, clock);
        sampler.thread.start();
        return sampler;
    }

    private synchronized void run() {
        try {
            while (!isClosed) {
                sample();
                wait(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            // an interrupt ends the sampling
        }
    }

    private synchronized void sample() throws InterruptedException {
        if (isFrozen) {
            return;
        }
        try {
            course.add(source.read(), clock.nanoTime());
        } catch (NoReading e) {
            failure = e.getMessage();
        } catch (RuntimeException e) {
            failure = e.toString(); // a file has an unexpected format, but later samples may be readable
        }
    }

    private void sampleNow() {
        try {
            sample();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void windowOpens() {
        sampleNow();
        course.windowOpens(clock.nanoTime());
    }

    @Override
    public synchronized void freeze() {
        sampleNow();
        isFrozen = true;
    }

    @Override
    public synchronized Optional<ConsumerCost> cost() {
        return Optional.ofNullable(course.cost());
    }

    /** Returns empty if the cost is known, or before the first sample. */
    public synchronized Optional<String> failure() {
        return cost().isPresent() ? Optional.empty() : Optional.ofNullable(failure);
    }

    @Override
    public void close() {
        synchronized (this) {
            freeze();
            isClosed = true;
            notifyAll();
        }
        Threads.await(thread, CLOSE_TIMEOUT);
    }
}
