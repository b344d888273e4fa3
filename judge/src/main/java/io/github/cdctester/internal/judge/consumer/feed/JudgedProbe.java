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

    /** The consumer's threads call it. The thread of {@link #listen} passes earlier reports. */
    public interface Listener {

        Listener NONE = new Listener() {};

        /** Called once per reader of printed lines. {@code lines} is empty at first; the run needs it for its verdict. */
        default void onReader(RunLines lines) {}

        default void recordTransaction(String gtid, ChangeTimes times) {}

        default void recordPosition(String file, long position, ChangeTimes times) {}

        default void recordRow(String table, String key, long sequence, ChangeTimes times) {}

        default void recordSnapshotRow(String table, String key, long sequence, boolean incremental) {}

        default void deleted(String table, String key, long sequence) {}

        /** Receives a delete without the row's stamp. */
        default void onUnstampedDelete() {}

        default void onBytes(long count) {}

        default void onEvents(long count) {}

        default void onFailure(Throwable cause) {}

        default void onEnd() {}

        /**
         * Receives counts of printed lines.
         *
         * @param count new lines, including unreadable lines
         * @param unreadable new lines that could not be read
         * @param unreadableIsChange true if {@code first} contains a change
         * @param first the first unreadable line; {@code null} if there is none
         */
        default void onLines(long count, long unreadable, boolean unreadableIsChange, @Nullable String first) {}
    }

    /** A reader of printed lines, which reports to the probe. */
    public interface ProbeLineReader {

        /** {@code value} is null for a tombstone; {@code recordMillis} is in ms since the epoch, or 0 or below if unknown. */
        void message(String topic, @Nullable String key, @Nullable String value, long recordMillis);

        /** Called when no more lines are available at the moment. */
        void onPause();

        /** Separates later lines from earlier ones. {@code listener} receives later changes; {@link Listener#NONE} if no run listens. */
        RunLines startRun(Listener listener);
    }

    /** The printed lines that one run receives. Lines before or after the run do not change them. Thread-safe. */
    public interface RunLines {

        /**
         * Returns why the lines allow no verdict; else empty.
         *
         * @param reported true if the probe received reports
         * @param isJudged accepts the GTIDs of the transactions on which the verdict is made
         */
        Optional<String> noVerdictReason(boolean reported, Predicate<String> isJudged);

        /** Returns a remark on judged transactions that are incomplete; else empty. */
        Optional<String> tornReason(Predicate<String> isJudged);

        /** Returns why no verdict is possible if an accepted table has no stamped row; else empty. */
        Optional<String> unstampedReason(Predicate<String> filter);

        /** Returns the keys of the stamped rows, by table. */
        List<TableKeys> tableKeys();
    }

    /** Measures the resources that the consumer uses. Safe for several threads. */
    public interface CostMeter {

        CostMeter NONE = new CostMeter() {};

        /** Called when the measured part begins. Earlier use is start-up cost. */
        default void windowOpens() {}

        /** Called when the wait for the consumer ends. Later use is not measured. */
        default void freeze() {}

        default Optional<ConsumerCost> cost() {
            return Optional.empty();
        }
    }

    /** A consumer may report a failure and then its end. */
    private static final int MAX_EARLY_ENDS = 2;

    /** Set by {@code ConsumerProbe}, whose API does not expose this class. */
    private static volatile @Nullable Function<Object, JudgedProbe> access;

    private final String name;
    private volatile Listener listener = Listener.NONE;
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

    /** Guards the start and end of runs. This object's lock would cause deadlocks: readers call it while they hold their own. */
    private final Object runLock = new Object();

    /** Early lines were printed while no run listened. The next listener receives their counts. */
    private long earlyLines;

    private long earlyUnreadable;
    private boolean earlyUnreadableIsChange;
    private @Nullable String firstEarlyUnreadable;

    /** Ends and failures from before the first run, whose listener receives them. */
    private final List<Consumer<Listener>> earlyEnds = new ArrayList<>();

    public JudgedProbe(String name) {
        this.name = name;
    }

    public static void setAccess(Function<Object, JudgedProbe> newAccess) {
        access = newAccess;
    }

    public static JudgedProbe of(Object consumerProbe) {
        return Objects.requireNonNull(access).apply(consumerProbe);
    }

    public String name() {
        return name;
    }

    public void assumeEnded() {
        assumedEnded = true;
    }

    /** True if the consumer counts as ended after the drain timeout. */
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

    public void setCostMeter(CostMeter meter) {
        costMeter = meter;
    }

    public CostMeter costMeter() {
        return costMeter;
    }

    /**
     * Makes subscriber nodes read the lines. {@code source} contains Kafka's properties, and the topics under {@code topics}.
     */
    public void nodesSource(Map<String, String> source) {
        nodesSource = source;
    }

    /** Empty if this process reads the lines. */
    public Optional<Map<String, String>> nodesSource() {
        return Optional.ofNullable(nodesSource);
    }

    /** Adds a remark for the verdict's reason, such as the truncation of a file. The supplier may return empty. */
    public void addRemark(Supplier<Optional<String>> remark) {
        remarks.add(remark);
    }

    public List<String> remarks() {
        return remarks.stream().map(Supplier::get).flatMap(Optional::stream).toList();
    }

    public void addLineReader(ProbeLineReader reader) {
        synchronized (runLock) {
            lineReaders.add(reader);
            if (!Listener.NONE.equals(listener)) {
                listener.onReader(reader.startRun(listener));
            }
        }
    }

    public ProbeLineReader lines() {
        return lineReaders.get(0);
    }

    /** Time in µs from the latest arrival of lines at a subscriber node to their report here; 0 without nodes. */
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
        if (Listener.NONE.equals(receiver) && !hasHadListener) {
            earlySnapshotRows.incrementAndGet();
        }
    }

    public long earlySnapshotRows() {
        return earlySnapshotRows.get();
    }

    /** Without a listener, stores the counts for the next listener. See {@link Listener#onLines}. */
    public synchronized void lines(long count, long unreadable, boolean unreadableIsChange, @Nullable String first) {
        Listener receiver = listener;
        if (!Listener.NONE.equals(receiver)) {
            receiver.onLines(count, unreadable, unreadableIsChange, first);
            return;
        }
        earlyLines += count;
        earlyUnreadable += unreadable;
        earlyUnreadableIsChange = firstEarlyUnreadable == null ? unreadableIsChange : earlyUnreadableIsChange;
        firstEarlyUnreadable = firstEarlyUnreadable == null ? first : firstEarlyUnreadable;
    }

    /** Stores an end before the first run. Ignores an end after a run, because it may belong to that run's consumer. */
    public synchronized void onEnd(Consumer<Listener> end) {
        if (!Listener.NONE.equals(listener)) {
            end.accept(listener);
        } else if (!hasHadListener && earlyEnds.size() < MAX_EARLY_ENDS) {
            earlyEnds.add(end);
        }
    }

    public boolean hasRunEnded() {
        return hasHadListener && Listener.NONE.equals(listener);
    }

    /** Returns false if another listener is registered. */
    public boolean listen(Listener next) {
        synchronized (runLock) {
            boolean isFree = register(next);
            if (isFree) {
                lineReaders.forEach(reader -> next.onReader(reader.startRun(next)));
            }
            return isFree;
        }
    }

    private synchronized boolean register(Listener next) {
        boolean isFree = Listener.NONE.equals(listener);
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

    public void stopListening(Listener last) {
        synchronized (runLock) {
            if (last.equals(listener)) {
                unregister();
                lineReaders.forEach(reader -> reader.startRun(Listener.NONE));
            }
        }
    }

    private synchronized void unregister() {
        listener = Listener.NONE;
    }
}
