// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pulls from one stream's meter, and keeps the totals of the measured part. For one thread. */
public final class StreamSampler {

    /** From here on something unread shows that the source has more: a heartbeat on its way is younger. */
    private static final long LONG_UNREAD_MICROS = 1_000_000;

    private final MeteredStream stream;
    private final DelaySums window = new DelaySums();
    private @Nullable Passages passages;
    private StreamCounts last = StreamCounts.ZERO;
    private long lastCpuNanos = -1;

    /** Delays that are in the sums, and in no sample yet: a stretch has begun or ended in the middle of a second. */
    private Distribution unsampled = Distribution.EMPTY;

    private @Nullable StreamCounts windowStart;
    private @Nullable StreamSnapshot windowEnd;
    private @Nullable DelaySums stretch;
    private @Nullable StreamSnapshot stretchFrom;

    StreamSampler(MeteredStream stream) {
        this.stream = stream;
    }

    void start() {
        lastCpuNanos = stream.readerCpuNanos().getAsLong();
    }

    void openWindow() {
        last = stream.meter().snapshot().counts();
        windowStart = last;
        stream.meter().takeWarmUpDelays();
    }

    void closeWindow() {
        windowEnd = stream.meter().snapshot();
    }

    MetricValues tick(double seconds) {
        StreamSnapshot now = stream.meter().snapshot();
        StreamCounts counts = now.counts().minus(last);
        last = now.counts();
        takeWindowDelays();
        Distribution delay = stream.meter().takeWarmUpDelays().lastByte().plus(unsampled);
        unsampled = Distribution.EMPTY;
        takePassages();
        BacklogSize backlog = stream.backlog().get();
        return counts.toValues()
                .with(Metric.DELAY, delay)
                .with(Metric.STATE, state(counts, backlog).ordinal())
                .with(Metric.BEHIND_BYTES, backlog.behindBytes() < 0 ? null : backlog.behindBytes())
                .with(Metric.UNREAD_MILLIS, backlog.unreadMicros() / 1_000.0)
                .with(Metric.READER_CPU_PERCENT, percent(takeCpuNanos(), seconds));
    }

    /** Of one processor. A sample may be of no length at all, as the last one of a part. */
    private static double percent(long cpuNanos, double seconds) {
        return cpuNanos < 0 || !(seconds > 0) ? Double.NaN : cpuNanos / 1e7 / seconds;
    }

    /** Since the last call; the samples have no gaps between them, and so this has none. */
    private long takeCpuNanos() {
        long before = lastCpuNanos;
        lastCpuNanos = stream.readerCpuNanos().getAsLong();
        return before < 0 || lastCpuNanos < 0 ? -1 : lastCpuNanos - before;
    }

    /** Takes the measured delays since the last call into the totals, for the next sample as well. */
    private void takeWindowDelays() {
        DelayParts measured = stream.meter().takeWindowDelays();
        Map<DelaySource, Distribution> sideBySide = stream.meter().takeSideBySide();
        window.add(measured, sideBySide);
        if (stretch != null) {
            stretch.add(measured, sideBySide);
        }
        unsampled = unsampled.plus(measured.lastByte());
    }

    void beginStretch() {
        takeWindowDelays();
        stretch = new DelaySums();
        stretchFrom = stream.meter().snapshot();
    }

    StreamInterval endStretch() {
        takeWindowDelays();
        StreamSnapshot now = stream.meter().snapshot();
        DelaySums sums = stretch;
        StreamSnapshot from = stretchFrom;
        if (sums == null || from == null) {
            throw new IllegalStateException("no stretch is under way");
        }
        stretch = null;
        stretchFrom = null;
        return new StreamInterval(
                now.counts().minus(from.counts()),
                from.position(),
                now.position(),
                sums.lastByte(),
                sums.firstByte(),
                sums.endToEnd(),
                sums.bySource());
    }

    /** Names the stream. */
    public String name() {
        return stream.name();
    }

    /** What arrived while the measured part lasted, also what was on its way when it began; empty where its end was not seen. */
    public Optional<StreamCounts> arrivedInWindow() {
        return Optional.ofNullable(windowEnd)
                .map(end -> between(windowStart == null ? end.windowCounts() : windowStart, end));
    }

    /** What had arrived of the measured part, and of nothing before it, when its time was over; empty likewise. */
    public Optional<StreamCounts> countsAtWindowEnd() {
        return Optional.ofNullable(windowEnd).map(end -> between(end.windowCounts(), end));
    }

    private static StreamCounts between(@Nullable StreamCounts from, StreamSnapshot end) {
        return from == null ? StreamCounts.ZERO : end.counts().minus(from);
    }

    /**
     * Adds up the delays of the measured part, as of the last sample.
     *
     * @return delays at the last byte of each transaction: DT
     */
    public Distribution windowDelay() {
        return window.lastByte();
    }

    /**
     * Adds up the delays of the measured part at the first byte of each transaction, as of the last sample.
     *
     * @return delays; those of large transactions are shorter than {@link #windowDelay()}
     */
    public Distribution windowFirstByteDelay() {
        return window.firstByte();
    }

    /**
     * Adds up the delays of the measured part from the server where a transaction was first made, as of the last sample.
     *
     * @return delays; empty where all were made at the server of the stream
     */
    public Distribution windowEndToEndDelay() {
        return window.endToEnd();
    }

    /**
     * Adds up the delays of the measured part by each source of commit times, as of the last sample.
     *
     * @return delays by source; empty unless several sources were asked for
     */
    public Map<DelaySource, Distribution> windowDelaysBySource() {
        return window.bySource();
    }

    /**
     * Adds up what large transactions did in the measured part; only after the reader's thread has ended.
     *
     * @return large transactions and the others; empty unless they were to be told apart
     */
    public Optional<Passages> windowPassages() {
        stream.meter().endPassages();
        takePassages();
        return Optional.ofNullable(passages);
    }

    private void takePassages() {
        stream.meter().takePassages().ifPresent(taken -> passages = passages == null ? taken : passages.plus(taken));
    }

    private static StreamState state(StreamCounts counts, BacklogSize backlog) {
        if (counts.get(Metric.BYTES_READ) > 0) {
            return StreamState.FLOWING;
        }
        if (backlog.behindBytes() > 0 || backlog.unreadMicros() >= LONG_UNREAD_MICROS) {
            return StreamState.STUCK;
        }
        return backlog.behindBytes() < 0 ? StreamState.UNKNOWN : StreamState.IDLE;
    }
}
