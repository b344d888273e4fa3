// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queues the reports of a consumer's probe for the judge. The consumer's threads call the listener methods. */
public final class ConsumerFeed implements JudgedProbe.Listener {

    public enum RowEvent {
        SNAPSHOT,
        /** An incremental snapshot runs during the stream. */
        INCREMENTAL,
        WRITTEN,
        DELETED
    }

    /** Receives the reports in order of arrival. Times are in µs since the epoch. */
    public interface Receiver {

        /** Receives the number of unreadable reports or lines. {@code isChange} is true if {@code first} contains a change. */
        void unreadable(long count, boolean isChange, String first);

        void times(ChangeTimes times);

        void gtid(long high, long low, String tag, long number, long micros);

        void position(String file, long position, long micros);

        void row(RowEvent event, String table, String key, long sequence, long micros);

        void streamRows(int stream, String name, long sequence, long rows, long micros);
    }

    private final boolean mariaDb;
    private final EpochMicrosClock clock;
    private final Runnable onFull;
    private final boolean passesSnapshot;
    private final LongAdder bytes = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final LongAdder lines = new LongAdder();
    private volatile @Nullable Throwable failure;
    private volatile long endedMicros = Long.MAX_VALUE;
    private volatile long lastReportMicros;
    private volatile boolean hasDroppedDeletes;

    private final ReportLane lane = new ReportLane();
    private final List<JudgedProbe.RunLines> readers = new CopyOnWriteArrayList<>();

    /** {@code onFull} runs when many reports wait. Without {@code passesSnapshot}, snapshot rows and deletes are dropped. */
    public ConsumerFeed(boolean mariaDb, EpochMicrosClock clock, Runnable onFull, boolean passesSnapshot) {
        this.mariaDb = mariaDb;
        this.clock = clock;
        this.onFull = onFull;
        this.passesSnapshot = passesSnapshot;
    }

    public void drainTo(Receiver receiver) {
        lane.drainTo(receiver);
    }

    @Override
    public void recordTransaction(@Nullable String gtid, ChangeTimes times) {
        TransactionName name = TransactionName.read(gtid, mariaDb);
        if (name == null) {
            unreadable(1, false, String.valueOf(gtid));
        } else if (name.identity() == Identity.POSITION) {
            recordPosition(name.text(), name.number(), times);
        } else {
            onAdded(lane.addGtid(
                    name.sourceHigh(), name.sourceLow(), name.text(), name.number(), recordArrival(), times));
        }
    }

    @Override
    public void recordPosition(@Nullable String file, long position, ChangeTimes times) {
        if (file == null || file.isEmpty() || position < 0) {
            unreadable(1, false, file + ":" + position);
        } else {
            onAdded(lane.addPosition(file, position, recordArrival(), times));
        }
    }

    @Override
    public void recordRow(@Nullable String table, @Nullable String key, long sequence, ChangeTimes times) {
        row(RowEvent.WRITTEN, table, key, sequence, times);
    }

    @Override
    public void recordSnapshotRow(@Nullable String table, @Nullable String key, long sequence, boolean incremental) {
        row(incremental ? RowEvent.INCREMENTAL : RowEvent.SNAPSHOT, table, key, sequence, ChangeTimes.NONE);
    }

    @Override
    public void deleted(@Nullable String table, @Nullable String key, long sequence) {
        row(RowEvent.DELETED, table, key, sequence, ChangeTimes.NONE);
    }

    @Override
    public void onUnstampedDelete() {
        if (!hasDroppedDeletes) {
            hasDroppedDeletes = true;
        }
    }

    private void row(RowEvent event, @Nullable String table, @Nullable String key, long sequence, ChangeTimes times) {
        if (table == null || key == null || sequence < 0) {
            unreadable(1, false, "row " + key + " of " + table + ", " + sequence);
        } else if (passesSnapshot || event == RowEvent.WRITTEN) {
            onAdded(lane.addRow(event, table, key, sequence, recordArrival(), times));
        } else if (event == RowEvent.DELETED) {
            onUnstampedDelete();
        }
    }

    public void recordStreamRows(int stream, String name, long sequence, long rows) {
        onAdded(lane.addStreamRows(stream, name, sequence, rows, recordArrival()));
    }

    @Override
    public void onLines(long count, long unreadable, boolean isChange, @Nullable String first) {
        lines.add(count);
        if (first != null) {
            unreadable(unreadable, isChange, first);
        }
    }

    private void unreadable(long count, boolean isChange, String first) {
        recordArrival();
        onAdded(lane.addUnreadable(count, isChange, first));
    }

    private long recordArrival() {
        long now = clock.epochMicros();
        lastReportMicros = now;
        return now;
    }

    private void onAdded(boolean isLong) {
        if (isLong) {
            onFull.run();
        }
    }

    @Override
    public void onBytes(long count) {
        bytes.add(Math.max(0, count));
    }

    @Override
    public void onEvents(long count) {
        events.add(Math.max(0, count));
    }

    @Override
    public void onFailure(@Nullable Throwable cause) {
        failure = cause == null ? new IllegalStateException("its adapter gave no cause") : cause;
        onEnd();
    }

    @Override
    public void onEnd() {
        endedMicros = Math.min(endedMicros, clock.epochMicros());
    }

    @Override
    public void onReader(JudgedProbe.RunLines reader) {
        readers.add(reader);
    }

    /** See {@link JudgedProbe.RunLines#noVerdictReason}. */
    public Optional<String> noVerdictReason(boolean reported, Predicate<String> isJudged) {
        return readers.stream()
                .flatMap(reader -> reader.noVerdictReason(reported, isJudged).stream())
                .findFirst();
    }

    /** See {@link JudgedProbe.RunLines#unstampedReason}. */
    public Optional<String> unstampedReason(Predicate<String> filter) {
        return readers.stream()
                .flatMap(reader -> reader.unstampedReason(filter).stream())
                .findFirst();
    }

    /** See {@link JudgedProbe.RunLines#tornReason}. */
    public Stream<String> tornReasons(Predicate<String> isJudged) {
        return readers.stream().flatMap(reader -> reader.tornReason(isJudged).stream());
    }

    /** See {@link JudgedProbe.RunLines#tableKeys}. */
    public List<TableKeys> tableKeys() {
        return readers.stream().flatMap(reader -> reader.tableKeys().stream()).toList();
    }

    public long bytesSum() {
        return bytes.sum();
    }

    public long eventsSum() {
        return events.sum();
    }

    public long linesSum() {
        return lines.sum();
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    /** Returns true if a delete was reported that is not judged. */
    public boolean hasDroppedDeletes() {
        return hasDroppedDeletes;
    }

    public boolean hasEnded() {
        return hasEndedBefore(Long.MAX_VALUE);
    }

    /** {@code micros} is in µs since the epoch. */
    public boolean hasEndedBefore(long micros) {
        return endedMicros < micros;
    }

    /** In µs since the epoch; 0 if there is no report. */
    public long lastReportMicros() {
        return lastReportMicros;
    }
}
