// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Work and resource usage of one node in the measured part. Thread-safe. */
final class NodeMeter {

    private static final byte[] EMPTY_HISTOGRAM = Distribution.EMPTY.toBytes();

    /** Shorter intervals do not count for the maximum CPU usage. */
    private static final long MIN_INTERVAL_NANOS = 500_000_000;

    private final Map<Object, PoolWork> workByPool = new LinkedHashMap<>();
    private final Set<Object> measuredObjects = new HashSet<>();
    private Message.@Nullable ProcessUsage lastUsage;
    private long cpuNanos;
    private long elapsedNanos;
    private double maxCores;
    private long gcMillis;
    private long maxHeapBytes;

    /** Histograms stay packed to save memory, because there may be many nodes. */
    private static final class PoolWork {
        private final int threads;
        private long transactions;
        private byte[] latency = EMPTY_HISTOGRAM;
        private byte[] startDelay = EMPTY_HISTOGRAM;

        PoolWork(int threads) {
            this.threads = threads;
        }
    }

    /** Discards an earlier measurement of the pool, because it covers the warm-up. */
    synchronized void startPool(Object pool, int threads) {
        if (workByPool.put(pool, new PoolWork(threads)) != null) {
            resetUsage();
        }
        measuredObjects.add(pool);
    }

    synchronized void addTransactions(Object pool, long transactions) {
        PoolWork work = workByPool.get(pool);
        if (work != null) {
            work.transactions += transactions;
        }
    }

    synchronized void endPool(Object pool, Distribution latency, Distribution startDelay) {
        PoolWork work = workByPool.get(pool);
        if (work != null) {
            work.latency = latency.toBytes();
            work.startDelay = startDelay.toBytes();
        }
        stop(pool);
    }

    /** Discards earlier usage if nothing else is being measured. */
    synchronized void startStream(Object stream) {
        if (measuredObjects.isEmpty()) {
            resetUsage();
        }
        measuredObjects.add(stream);
    }

    synchronized void stop(Object poolOrStream) {
        measuredObjects.remove(poolOrStream);
    }

    private void resetUsage() {
        lastUsage = null;
        cpuNanos = 0;
        elapsedNanos = 0;
        maxCores = 0;
        gcMillis = 0;
    }

    synchronized void addUsage(Message.ProcessUsage now) {
        maxHeapBytes = Math.max(maxHeapBytes, now.maxHeapBytes());
        if (measuredObjects.isEmpty() || now.cpuNanos() < 0) {
            lastUsage = null;
            return;
        }
        Message.ProcessUsage last = lastUsage;
        if (last == null) {
            lastUsage = now;
        } else if (now.nanos() > last.nanos()) { // skip readings older than the previous one
            lastUsage = now;
            add(last, now);
        }
    }

    private void add(Message.ProcessUsage last, Message.ProcessUsage now) {
        long spanNanos = now.nanos() - last.nanos();
        long usedNanos = now.cpuNanos() - last.cpuNanos();
        elapsedNanos += spanNanos;
        cpuNanos += usedNanos;
        gcMillis += now.gcMillis() - last.gcMillis();
        if (spanNanos >= MIN_INTERVAL_NANOS) {
            maxCores = Math.max(maxCores, (double) usedNanos / spanNanos);
        }
    }

    /** The node must have sent {@link Message.Welcome}. */
    synchronized NodeSummary summary(RemoteNode node, List<String> streams) {
        Message.Welcome welcome = Objects.requireNonNull(node.welcome);
        double mean = elapsedNanos <= 0 ? Double.NaN : (double) cpuNanos / elapsedNanos;
        return new NodeSummary(
                node.address,
                welcome.java(),
                node.driver,
                List.copyOf(node.clients.values()),
                welcome.processors(),
                new ClockSummary(node.clock.epochAheadMicros(), node.clock.errorNanos() / 1_000),
                workByPool.values().stream().mapToInt(work -> work.threads).sum(),
                workByPool.values().stream()
                        .mapToLong(work -> work.transactions)
                        .sum(),
                Durations.of(null, sum(work -> work.latency)),
                Durations.of(null, sum(work -> work.startDelay)),
                streams,
                percent(mean, welcome.processors()),
                percent(Math.max(maxCores, mean), welcome.processors()),
                gcMillis,
                maxHeapBytes,
                node.lossReason());
    }

    private static @Nullable Double percent(double cores, int processors) {
        return Double.isNaN(cores) ? null : Math.min(100, 100 * cores / processors);
    }

    private Distribution sum(Function<PoolWork, byte[]> histogram) {
        return Distribution.sum(workByPool.values().stream()
                .map(histogram)
                .map(Distribution::fromBytes)
                .toList());
    }
}
