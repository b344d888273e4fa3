// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.result.summary.ConsumerCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The internal interface of a {@code ConsumerProbe} for runs. Thread-safe. */
public final class JudgedProbe {

    /** Receives the reports of a probe, in the consumer's threads; earlier reports in the thread of {@link #listen}. */
    public interface Listener {

        default void recordTransaction(String gtid, ChangeTimes times) {}

        default void recordPosition(String file, long position, ChangeTimes times) {}

        default void recordRow(String table, String key, long sequence, ChangeTimes times) {}

        default void recordSnapshotRow(String table, String key, long sequence, boolean incremental) {}

        default void deleted(String table, String key, long sequence) {}

        default void onBytes(long count) {}

        default void onEvents(long count) {}

        default void onFailure(Throwable cause) {}

        default void onEnd() {}

        /**
         * Receives counts of printed lines.
         *
         * @param count number of new lines, including unreadable lines
         * @param unreadable number of new lines that could not be read
         * @param unreadableIsChange true if the first unreadable line contains a change
         * @param first the first unreadable line; {@code null} if there is none
         */
        default void onLines(long count, long unreadable, boolean unreadableIsChange, @Nullable String first) {}
    }

    /** A reader of printed lines, which reports to the probe. */
    public interface ProbeLineReader {

        /**
         * Reads a message of a topic.
         *
         * @param value {@code null} for a tombstone
         * @param recordMillis timestamp of the record, in ms since the epoch; 0 or below if unknown
         */
        void message(String topic, @Nullable String key, @Nullable String value, long recordMillis);

        /** Called when no more lines are available at the moment. */
        void onPause();

        /** Called before another run listens, so that its verdict excludes transactions that the last run left incomplete. */
        void onNextRun();

        /** Returns the reason for no verdict on the lines, else empty; {@code reported} is true if the probe received reports. */
        Optional<String> noVerdictReason(boolean reported);

        /** Returns the reason for no verdict if a table that {@code filter} accepts has no row with a stamp; else empty. */
        Optional<String> unstampedReason(Predicate<String> filter);
    }

    /** Measures the resources that the consumer uses. Safe for several threads. */
    public interface CostMeter {

        CostMeter NONE = new CostMeter() {};

        /** Called when the measured part begins. Earlier use is the cost of the start-up. */
        default void windowOpens() {}

        /** Called when the wait for the consumer ends. Later use is not measured. */
        default void freeze() {}

        /** Returns the cost; empty if it is unknown. */
        default Optional<ConsumerCost> cost() {
            return Optional.empty();
        }
    }

    private static final Listener NO_LISTENER = new Listener() {};

    /** Maximum number of stored ends: a consumer may report a failure and then its end. */
    private static final int MAX_EARLY_ENDS = 2;

    /** Set by {@code ConsumerProbe}, whose API does not expose this class. */
    private static volatile @Nullable Function<Object, JudgedProbe> access;

    private final String name;
    private volatile Listener listener = NO_LISTENER;
    private volatile boolean assumedEnded;
    private volatile boolean repeatsAllowed;
    private volatile boolean snapshotJudged;
    private volatile boolean hasHadListener;
    private volatile CostMeter costMeter = CostMeter.NONE;
    private final AtomicLong earlySnapshotRows = new AtomicLong();
    private volatile @Nullable Map<String, String> nodesSource;
    private volatile long forwardingMicros;
    private final List<Supplier<Optional<String>>> remarks = new CopyOnWriteArrayList<>();
    private final List<ProbeLineReader> lineReaders = new CopyOnWriteArrayList<>();

    /** Number of lines that were printed while no run listened. The next listener receives the early counts. */
    private long earlyLines;

    private long earlyUnreadable;
    private boolean earlyUnreadableIsChange;
    private @Nullable String firstEarlyUnreadable;

    /** Ends and failures that were reported before the first run. Its listener receives them. */
    private final List<Consumer<Listener>> earlyEnds = new ArrayList<>();

    public JudgedProbe(String name) {
        this.name = name;
    }

    public static void setAccess(Function<Object, JudgedProbe> newAccess) {
        access = newAccess;
    }

    /** Returns the internal interface of a {@code ConsumerProbe}. */
    public static JudgedProbe of(Object consumerProbe) {
        return Objects.requireNonNull(access).apply(consumerProbe);
    }

    public String name() {
        return name;
    }

    public void assumeEnded() {
        assumedEnded = true;
    }

    /** Returns true if the consumer is treated as ended after the drain timeout. */
    public boolean isAssumedEnded() {
        return assumedEnded;
    }

    public void allowRepeats() {
        repeatsAllowed = true;
    }

    public boolean isAllowedToRepeat() {
        return repeatsAllowed;
    }

    public void judgeSnapshot() {
        snapshotJudged = true;
    }

    public boolean isSnapshotJudged() {
        return snapshotJudged;
    }

    /** Sets the meter of the consumer's cost. The caller owns the meter. */
    public void setCostMeter(CostMeter meter) {
        costMeter = meter;
    }

    public CostMeter costMeter() {
        return costMeter;
    }

    /**
     * Configures subscriber nodes to read the consumer's lines. {@code source} contains the properties of Kafka's consumer, and
     * the topics under the key {@code topics}.
     */
    public void nodesSource(Map<String, String> source) {
        nodesSource = source;
    }

    /** Returns the source that subscriber nodes read; empty if this process reads the lines. */
    public Optional<Map<String, String>> nodesSource() {
        return Optional.ofNullable(nodesSource);
    }

    /**
     * Adds a supplier of a remark for the verdict's reason, such as the truncation of a file. The supplier returns empty if there
     * is no remark.
     */
    public void addRemark(Supplier<Optional<String>> remark) {
        remarks.add(remark);
    }

    public List<String> remarks() {
        return remarks.stream().flatMap(remark -> remark.get().stream()).toList();
    }

    public void addLineReader(ProbeLineReader reader) {
        lineReaders.add(reader);
    }

    /** Returns the first reader of the consumer's lines. */
    public ProbeLineReader lines() {
        return lineReaders.get(0);
    }

    /** Returns the first reason of a reader for no verdict; {@code reported} is true if the probe received reports. */
    public Optional<String> noVerdictReason(boolean reported) {
        return lineReaders.stream()
                .flatMap(reader -> reader.noVerdictReason(reported).stream())
                .findFirst();
    }

    /** Returns the reason for no verdict if a table that {@code filter} accepts has no row with a stamp; else empty. */
    public Optional<String> unstampedReason(Predicate<String> filter) {
        return lineReaders.stream()
                .flatMap(reader -> reader.unstampedReason(filter).stream())
                .findFirst();
    }

    /** Returns the time, in µs, from the latest arrival of lines at a subscriber node to their report here; 0 without nodes. */
    public long forwardingMicros() {
        return forwardingMicros;
    }

    public void setForwardingMicros(long micros) {
        forwardingMicros = micros;
    }

    public Listener listener() {
        return listener;
    }

    public void recordSnapshotRow(String table, String key, long sequence, boolean incremental) {
        Listener receiver = listener;
        receiver.recordSnapshotRow(table, key, sequence, incremental);
        if (NO_LISTENER.equals(receiver) && !hasHadListener) {
            earlySnapshotRows.incrementAndGet();
        }
    }

    /** Returns the number of snapshot rows that were reported before the first run listened. */
    public long earlySnapshotRows() {
        return earlySnapshotRows.get();
    }

    /**
     * Passes counts of printed lines to the listener, see {@link Listener#onLines}. Without a listener, they are stored for the
     * next listener.
     */
    public synchronized void lines(long count, long unreadable, boolean unreadableIsChange, @Nullable String first) {
        Listener receiver = listener;
        if (!NO_LISTENER.equals(receiver)) {
            receiver.onLines(count, unreadable, unreadableIsChange, first);
            return;
        }
        earlyLines += count;
        earlyUnreadable += unreadable;
        earlyUnreadableIsChange = firstEarlyUnreadable == null ? unreadableIsChange : earlyUnreadableIsChange;
        firstEarlyUnreadable = firstEarlyUnreadable == null ? first : firstEarlyUnreadable;
    }

    /**
     * Passes the consumer's end to the listener. Before the first run, it is stored for that run. After a run, it is ignored,
     * because it may belong to that run's consumer: the next run's consumer must not be judged by it.
     */
    public synchronized void onEnd(Consumer<Listener> end) {
        if (!NO_LISTENER.equals(listener)) {
            end.accept(listener);
        } else if (!hasHadListener && earlyEnds.size() < MAX_EARLY_ENDS) {
            earlyEnds.add(end);
        }
    }

    /** Returns true if a run has listened before, and no run listens now. */
    public boolean hasRunEnded() {
        return hasHadListener && NO_LISTENER.equals(listener);
    }

    /** Registers a listener; returns false if another listener is registered. */
    public boolean listen(Listener next) {
        if (hasRunEnded()) {
            // without this object's lock, because readers call lines() while they hold their own
            lineReaders.forEach(ProbeLineReader::onNextRun);
        }
        return register(next);
    }

    private synchronized boolean register(Listener next) {
        boolean isFree = NO_LISTENER.equals(listener);
        listener = isFree ? next : listener;
        hasHadListener = true;
        if (isFree && earlyLines > 0) {
            next.onLines(earlyLines, earlyUnreadable, earlyUnreadableIsChange, firstEarlyUnreadable);
            earlyLines = 0;
            earlyUnreadable = 0;
            firstEarlyUnreadable = null;
        }
        if (isFree) {
            earlyEnds.forEach(end -> end.accept(next));
            earlyEnds.clear();
        }
        return isFree;
    }

    /** Removes the listener, if it is registered. */
    public synchronized void stopListening(Listener last) {
        listener = last.equals(listener) ? NO_LISTENER : listener;
    }
}
