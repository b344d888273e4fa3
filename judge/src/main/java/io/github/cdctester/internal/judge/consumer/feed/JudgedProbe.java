// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The part of a {@code ConsumerProbe} that runs use and users do not see. Safe for several threads. */
public final class JudgedProbe {

    /** Receives the reports of a probe, in the consumer's threads. */
    public interface Listener {

        default void recordTransaction(String gtid) {}

        /** The same with the timestamps in the report. */
        default void recordTransaction(String gtid, ChangeTimes times) {
            recordTransaction(gtid);
        }

        default void recordPosition(String file, long position) {}

        /** The same with the timestamps in the report. */
        default void recordPosition(String file, long position, ChangeTimes times) {
            recordPosition(file, position);
        }

        default void recordRow(String table, String key, long sequence) {}

        /** The same with the timestamps in the report. */
        default void recordRow(String table, String key, long sequence, ChangeTimes times) {
            recordRow(table, key, sequence);
        }

        default void snapshot(String table, String key, long sequence, boolean incremental) {}

        default void deleted(String table, String key, long sequence) {}

        default void bytes(long count) {}

        default void events(long count) {}

        default void failed(Throwable why) {}

        default void ended() {}

        /**
         * The consumer printed lines.
         *
         * @param count how many more, with the unreadable ones
         * @param unreadable how many of them could not be read
         * @param change whether the first of these contains a change
         * @param first the first of these; {@code null} for none
         */
        default void lines(long count, long unreadable, boolean change, @Nullable String first) {}
    }

    /** A reader of printed lines, which reports to the probe. */
    public interface Lines {

        /** Takes a message of a topic; a tombstone has no value. */
        void message(String topic, @Nullable String key, @Nullable String value);

        /** No more lines have arrived for now. */
        void pause();

        /** Why the lines allow no verdict, if any; {@code reported}: whether any report came from them. */
        Optional<String> doubt(boolean reported);

        /** Why rows of a kind of table have no stamps, if any. */
        Optional<String> unstamped(Predicate<String> kind);
    }

    private static final Listener NOBODY = new Listener() {};

    /** Set by {@code ConsumerProbe}, which hides this class from its users. */
    private static volatile @Nullable Function<Object, JudgedProbe> access;

    private final String name;
    private volatile Listener listener = NOBODY;
    private volatile boolean assumedEnded;
    private volatile boolean repeatsAllowed;
    private volatile boolean snapshotJudged;
    private volatile boolean heard;
    private final AtomicLong unheardSnapshotRows = new AtomicLong();
    private volatile @Nullable Map<String, String> readByNodes;
    private volatile long lateMicros;
    private final List<Supplier<Optional<String>>> remarks = new CopyOnWriteArrayList<>();
    private final List<Lines> lines = new CopyOnWriteArrayList<>();

    /** Lines that were printed without a listener, for the next one. An unreadable line is no report of that time. */
    private long unheardLines;

    private long unheardUnreadable;
    private boolean unheardChange;
    private @Nullable String firstUnheard;

    public JudgedProbe(String name) {
        this.name = name;
    }

    public static void setAccess(Function<Object, JudgedProbe> found) {
        access = found;
    }

    /** Returns the internal part of a {@code ConsumerProbe}. */
    public static JudgedProbe of(Object consumerProbe) {
        return Objects.requireNonNull(access).apply(consumerProbe);
    }

    public String name() {
        return name;
    }

    public void assumeEnded() {
        assumedEnded = true;
    }

    /** Returns true if the end of the wait counts as the consumer's end. */
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

    /** Lets subscriber nodes read the consumer's lines: properties of Kafka's consumer, and {@code topics}. */
    public void readByNodes(Map<String, String> source) {
        readByNodes = source;
    }

    /** The source that nodes read; empty if this process reads the lines. */
    public Optional<Map<String, String>> readByNodes() {
        return Optional.ofNullable(readByNodes);
    }

    /** Adds a remark to the verdict's reason, such as a file that was truncated; empty for none. */
    public void remark(Supplier<Optional<String>> remark) {
        remarks.add(remark);
    }

    /** The remarks at this time. */
    public List<String> remarks() {
        return remarks.stream().flatMap(remark -> remark.get().stream()).toList();
    }

    public void readBy(Lines reader) {
        lines.add(reader);
    }

    /** The first reader of its lines. */
    public Lines lines() {
        return lines.get(0);
    }

    /** Why lines allow no verdict, if any; {@code reported}: whether any report came from them. */
    public Optional<String> doubt(boolean reported) {
        return lines.stream().flatMap(reader -> reader.doubt(reported).stream()).findFirst();
    }

    /** Why rows of a kind of table, such as the workload's, cannot be matched by stamps; empty if they can. */
    public Optional<String> unstamped(Predicate<String> kind) {
        return lines.stream().flatMap(reader -> reader.unstamped(kind).stream()).findFirst();
    }

    /** Returns the µs between a change's arrival at another machine and its report. */
    public long lateMicros() {
        return lateMicros;
    }

    public void setLateMicros(long micros) {
        lateMicros = micros;
    }

    public Listener listener() {
        return listener;
    }

    public void snapshot(String table, String key, long sequence, boolean incremental) {
        Listener receiver = listener;
        receiver.snapshot(table, key, sequence, incremental);
        if (NOBODY.equals(receiver) && !heard) {
            unheardSnapshotRows.incrementAndGet();
        }
    }

    /** Rows of a snapshot that were reported before a run listened. */
    public long unheardSnapshotRows() {
        return unheardSnapshotRows.get();
    }

    /** Reports printed lines, as {@link Listener#lines}; without a listener they are kept for the next one. */
    public synchronized void lines(long count, long unreadable, boolean change, @Nullable String first) {
        Listener receiver = listener;
        if (!NOBODY.equals(receiver)) {
            receiver.lines(count, unreadable, change, first);
            return;
        }
        unheardLines += count;
        unheardUnreadable += unreadable;
        unheardChange = firstUnheard == null ? change : unheardChange;
        firstUnheard = firstUnheard == null ? first : firstUnheard;
    }

    /** Returns true if a listener has left, and no other one listens. */
    public boolean isLeft() {
        return heard && NOBODY.equals(listener);
    }

    /** Starts to listen; returns false if another listener does already. */
    public synchronized boolean listen(Listener next) {
        boolean listens = NOBODY.equals(listener);
        listener = listens ? next : listener;
        heard = true;
        if (listens && unheardLines > 0) {
            next.lines(unheardLines, unheardUnreadable, unheardChange, firstUnheard);
            unheardLines = 0;
            unheardUnreadable = 0;
            firstUnheard = null;
        }
        return listens;
    }

    /** Ends the listening of {@code last}. */
    public synchronized void stopListening(Listener last) {
        listener = last.equals(listener) ? NOBODY : listener;
    }
}
