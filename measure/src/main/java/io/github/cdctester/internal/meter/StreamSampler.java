// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Samples one stream's meter, and stores the totals of the measured part. Not thread-safe. */
public final class StreamSampler {

    /** A younger unread change may be a heartbeat in transit. */
    private static final long LONG_UNREAD_MICROS = 1_000_000;

    private final MeteredStream stream;
    private final BooleanSupplier knowsOwn;
    private final DelayParts.Sum windowDelays = new DelayParts.Sum();
    private final DelayParts.Sum ownDelays = new DelayParts.Sum();
    private @Nullable LargeTransactionEffect effect;
    private StreamCounts lastCounts = StreamCounts.ZERO;
    private long lastCpuNanos = -1;

    /** Delays that are in the sums but in no sample yet, because an interval started or ended within a second. */
    private Distribution unsampledDelays = Distribution.EMPTY;

    private @Nullable StreamCounts windowStart;
    private @Nullable StreamSnapshot windowEnd;
    private DelayParts.@Nullable Sum intervalDelays;
    private @Nullable StreamSnapshot intervalFrom;

    StreamSampler(MeteredStream stream, BooleanSupplier knowsOwn) {
        this.stream = stream;
        this.knowsOwn = knowsOwn;
    }

    void start() {
        lastCpuNanos = stream.readerCpuNanos().getAsLong();
    }

    void openWindow() {
        lastCounts = stream.meter().snapshot().counts();
        windowStart = lastCounts;
        stream.meter().takeWarmUpDelays();
    }

    void closeWindow() {
        windowEnd = stream.meter().snapshot();
    }

    MetricValues tick(double seconds) {
        StreamSnapshot now = stream.meter().snapshot();
        StreamCounts counts = now.counts().minus(lastCounts);
        lastCounts = now.counts();
        takeWindowDelays();
        Distribution delay = stream.meter().takeWarmUpDelays().lastByte().plus(unsampledDelays);
        unsampledDelays = Distribution.EMPTY;
        takeLargeTransactions();
        MeteredStream.Backlog backlog = stream.backlog().get();
        return counts.toValues()
                .with(Metric.DELAY, delay)
                .with(Metric.STATE, state(counts, backlog).ordinal())
                .with(Metric.BEHIND_BYTES, backlog.behindBytes() < 0 ? null : backlog.behindBytes())
                .with(Metric.UNREAD_MILLIS, backlog.unreadMicros() / 1_000.0)
                .with(Metric.READER_CPU_PERCENT, percent(takeCpuNanos(), seconds));
    }

    /** Returns percent of one processor; NaN if unknown. The last sample of a part of the run may have a length of zero. */
    private static double percent(long cpuNanos, double seconds) {
        return cpuNanos < 0 || !(seconds > 0) ? Double.NaN : cpuNanos / 1e7 / seconds;
    }

    /** Returns the reader's CPU time since the last call; -1 if unknown. */
    private long takeCpuNanos() {
        long previousCpuNanos = lastCpuNanos;
        lastCpuNanos = stream.readerCpuNanos().getAsLong();
        return previousCpuNanos < 0 || lastCpuNanos < 0 ? -1 : lastCpuNanos - previousCpuNanos;
    }

    /**
     * Adds the measured delays to the totals, the interval, and the next sample. Own transactions may become known only after their
     * arrival, so delays of all transactions do not replace them meanwhile: the same transactions would be added twice.
     */
    private void takeWindowDelays() {
        DelayParts allDelays = stream.meter().takeWindowDelays();
        DelayParts ownTransactionDelays = stream.meter().takeOwnDelays();
        windowDelays.add(allDelays);
        ownDelays.add(ownTransactionDelays);
        DelayParts measuredDelays = knowsOwn.getAsBoolean() ? ownTransactionDelays : allDelays;
        if (intervalDelays != null) {
            intervalDelays.add(measuredDelays);
        }
        unsampledDelays = unsampledDelays.plus(measuredDelays.lastByte());
    }

    void beginInterval() {
        takeWindowDelays();
        intervalDelays = new DelayParts.Sum();
        intervalFrom = stream.meter().snapshot();
    }

    Sampler.Interval endInterval() {
        takeWindowDelays();
        StreamSnapshot now = stream.meter().snapshot();
        DelayParts.Sum sums = intervalDelays;
        StreamSnapshot from = intervalFrom;
        if (sums == null || from == null) {
            throw new IllegalStateException("no interval has begun");
        }
        intervalDelays = null;
        intervalFrom = null;
        return new Sampler.Interval(
                now.counts().minus(from.counts()),
                from.position(),
                now.position(),
                sums.value(),
                knowsOwn.getAsBoolean());
    }

    public String name() {
        return stream.name();
    }

    /** Includes data in transit at the start of the measured part. Empty if {@link #closeWindow} was not called. */
    public Optional<StreamCounts> arrivedInWindow() {
        return Optional.ofNullable(windowEnd)
                .map(end -> countsSince(windowStart == null ? end.windowCounts() : windowStart, end));
    }

    /** Counts the measured part's data that had arrived at its end. Empty if {@link #closeWindow} was not called. */
    public Optional<StreamCounts> countsAtWindowEnd() {
        return Optional.ofNullable(windowEnd).map(end -> countsSince(end.windowCounts(), end));
    }

    private static StreamCounts countsSince(@Nullable StreamCounts from, StreamSnapshot end) {
        return from == null ? StreamCounts.ZERO : end.counts().minus(from);
    }

    /** {@code onlyOwn} excludes other clients' transactions. */
    public DelayParts windowDelays(boolean onlyOwn) {
        return (onlyOwn ? ownDelays : windowDelays).value();
    }

    /** Empty if the effect is not measured. Call it only after the reader's thread has ended. */
    public Optional<LargeTransactionEffect> windowLargeTransactions() {
        stream.meter().endLargeTransactions();
        takeLargeTransactions();
        return Optional.ofNullable(effect);
    }

    private void takeLargeTransactions() {
        stream.meter()
                .takeLargeTransactions()
                .ifPresent(newEffect -> effect = effect == null ? newEffect : effect.plus(newEffect));
    }

    private static StreamState state(StreamCounts counts, MeteredStream.Backlog backlog) {
        if (counts.get(Metric.BYTES_READ) > 0) {
            return StreamState.FLOWING;
        }
        if (backlog.behindBytes() > 0 || backlog.unreadMicros() >= LONG_UNREAD_MICROS) {
            return StreamState.STUCK;
        }
        return backlog.behindBytes() < 0 ? StreamState.UNKNOWN : StreamState.IDLE;
    }
}
