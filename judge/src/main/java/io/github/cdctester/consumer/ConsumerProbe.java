// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports of a consumer under test. The consumer, or a few lines around it, calls this when it has processed a change. The run with
 * this probe ({@code PlanBuilder.consumer}) reports whether anything was lost, repeated or reordered, and the delay.
 *
 * <p>Safe for several threads, and cheap enough for a consumer's threads: a call reads the clock and takes an uncontended lock. A
 * report never throws an exception; invalid ones are counted in the result. Use one of the three forms of {@code seen} throughout:
 * the first call selects it. Reports without a listening run are ignored.
 */
public final class ConsumerProbe {

    /** Receives a probe's reports, in the consumer's threads; the default methods ignore them. */
    public interface Listener {

        /** As {@link ConsumerProbe#seen(String)}. */
        default void seen(String gtid) {}

        /** As {@link ConsumerProbe#seen(String, long)}. */
        default void seen(String file, long position) {}

        /** As {@link ConsumerProbe#seen(String, String, long)}. */
        default void seen(String table, String key, long sequence) {}

        /** As {@link ConsumerProbe#snapshot}. */
        default void snapshot(String table, String key, long sequence, boolean incremental) {}

        /** As {@link ConsumerProbe#deleted}. */
        default void deleted(String table, String key, long sequence) {}

        /** As {@link ConsumerProbe#bytes}. */
        default void bytes(long count) {}

        /** As {@link ConsumerProbe#events}. */
        default void events(long count) {}

        /** As {@link ConsumerProbe#failed}. */
        default void failed(Throwable why) {}

        /** As {@link ConsumerProbe#ended}. */
        default void ended() {}

        /**
         * The consumer printed lines.
         *
         * @param count how many more, those included that could not be read
         * @param unreadable how many of them could not be read
         * @param first the first of these; {@code null} for none
         */
        default void lines(long count, long unreadable, @Nullable Unreadable first) {}
    }

    /** Why a printed line cannot be read. */
    public enum Problem {
        NO_FORMAT("of no format that is known"),
        TOO_LONG("longer than " + (ConsumerLines.LONGEST_BYTES >> 20) + " MiB"),
        NO_JSON("no JSON object"),
        JSON_OF_NO_FORMAT("neither Debezium's, nor Canal's, nor Maxwell's JSON"),
        UNKNOWN_TYPE("row data, but its type or op is unknown"),
        KEY_AND_VALUE("a key before the value: print values only, with kcat -f '%s\\n'"),
        NOT_DEBEZIUM("no envelope of Debezium's, which has an op"),
        NOT_CANAL("no flat message of Canal's, which has a type"),
        NOT_MAXWELL("no message of Maxwell's, which has a type"),
        NOT_FLAT("neither a row nor a heartbeat or a statement"),
        NOT_FLINK("neither a row such as +I[7, a, 42] nor JSON"),
        NOT_GTID("neither a GTID nor FILE:POSITION"),
        GTID_SET("a GTID set, not a transaction; use " + Setting.STAMP + "=on"),
        NO_ROW("a change without a row"),
        NO_TABLE("no table is named in the line, and none was given"),
        NO_TABLE_COLUMN("a header without a column 'table'; name it with " + Setting.TABLE_NAME + " or "
                + Setting.TABLE_COLUMN),
        QUOTE_NOT_CLOSED("a quote is not closed"),
        OTHER_COLUMNS("it does not have as many values as there are columns"),
        COLUMNS_NOT_NAMED("no names of columns were given"),
        NO_POSITION("no position"),
        NO_SEQUENCE("no whole number as its sequence"),
        NO_KIND("a kind that is none of r, incremental, c, u and d"),
        NO_IDENTITY("a row without " + StampColumn.NAME + ", GTID or the place of its transaction's end"),
        NO_GTID("no GTID"),
        NO_END_POSITION("no place of its transaction's end");

        private final String text;

        Problem(String text) {
            this.text = text;
        }

        /** Returns true if the line contains a change: it may be the missing or a repeated one. */
        public boolean isOfChange() {
            return switch (this) {
                case UNKNOWN_TYPE, NO_ROW, NO_TABLE, NO_GTID, NO_END_POSITION, TOO_LONG -> true;
                default -> false;
            };
        }
    }

    /**
     * A printed line that could not be read.
     *
     * @param line its number, from 1
     * @param problem why
     * @param beginning its first characters, 80 at most
     */
    public record Unreadable(long line, Problem problem, String beginning) {

        /** {@return a description such as {@code line 7 (no JSON object): "hello"}} */
        public String text() {
            return "line " + line + " (" + problem.text + "): \"" + beginning + '"';
        }
    }

    /** Takes lines that subscriber nodes read; from where: properties of Kafka's consumer, and {@code topics}. */
    public record ReadByNodes(ConsumerLines lines, Map<String, String> source) {}

    private static final int LONGEST_NAME = 64;
    private static final Listener NOBODY = new Listener() {};

    private final String name;
    private volatile Listener listener = NOBODY;
    private volatile boolean assumedEnded;
    private volatile boolean repeatsAllowed;
    private volatile boolean snapshotJudged;
    private volatile boolean heard;
    private final AtomicLong unheardSnapshotRows = new AtomicLong();
    private volatile @Nullable ReadByNodes readByNodes;
    private final AtomicLong lateMicros = new AtomicLong();
    private final List<Supplier<Optional<String>>> remarks = new CopyOnWriteArrayList<>();
    private final List<ConsumerLines> lines = new CopyOnWriteArrayList<>();

    /** Lines printed without a listener, for the next one: an invalid line among them is no report of its time. */
    private long unheardLines;

    private long unheardUnreadable;
    private @Nullable Unreadable firstUnheard;

    private ConsumerProbe(String name) {
        this.name = name;
    }

    /**
     * Creates a probe.
     *
     * @param name what the consumer is called in the result: letters, digits, {@code _} and {@code -}, 64 at most
     * @return the probe, which no run listens to yet
     * @throws InvalidPlanException if it is another kind of name
     */
    public static ConsumerProbe named(String name) {
        if (!name.matches("[\\p{L}\\p{N}_-]{1," + LONGEST_NAME + "}")) {
            throw new InvalidPlanException(
                    "consumer", "'" + name + "'", "a name of letters, digits, _ and -, of 1 to " + LONGEST_NAME);
        }
        return new ConsumerProbe(name);
    }

    /**
     * Treats the end of the wait, after the drain timeout, as {@link #ended()}: missing transactions are lost, and not only behind. Not
     * if the run is ended early.
     */
    public ConsumerProbe assumeEnded() {
        assumedEnded = true;
        return this;
    }

    /** Returns true if the end of the wait counts as the consumer's end. */
    public boolean isAssumedEnded() {
        return assumedEnded;
    }

    /** Allows the consumer to repeat transactions, for at-least-once delivery; {@code DUPLICATED} is no failure then. */
    public ConsumerProbe allowRepeats() {
        repeatsAllowed = true;
        return this;
    }

    /** Returns true if the consumer may repeat transactions. */
    public boolean isAllowedToRepeat() {
        return repeatsAllowed;
    }

    /**
     * Also judges the consumer's initial snapshot of the tables: whether each row was in it once, and nothing was lost, repeated or
     * overwritten between the snapshot and the stream. The rows need stamps; the consumer must start during the run's load.
     */
    public ConsumerProbe judgeSnapshot() {
        snapshotJudged = true;
        return this;
    }

    /** Returns true if the snapshot is judged. */
    public boolean isSnapshotJudged() {
        return snapshotJudged;
    }

    /** Has the subscriber nodes of the run read the consumer's lines; of a run with such nodes. */
    public void readByNodes(ReadByNodes read) {
        readByNodes = read;
    }

    /** Returns the lines for nodes to read; empty if this process gets the reports. */
    public Optional<ReadByNodes> readByNodes() {
        return Optional.ofNullable(readByNodes);
    }

    /**
     * Adds a remark on the way of the reports, such as a file that was truncated. It becomes part of the verdict's reason.
     *
     * @param remark is called when the verdict is made; empty for no remark
     */
    public void remark(Supplier<Optional<String>> remark) {
        remarks.add(remark);
    }

    /** The remarks on the way of the reports, now. */
    public List<String> remarks() {
        return remarks.stream().flatMap(remark -> remark.get().stream()).toList();
    }

    void readBy(ConsumerLines reader) {
        lines.add(reader);
        remark(reader::torn);
    }

    /** Returns the reason why lines allow no verdict, if any; {@code reported}: whether any report came from them. */
    public Optional<String> doubt(boolean reported) {
        return lines.stream().flatMap(reader -> reader.doubt(reported).stream()).findFirst();
    }

    /** Returns the reason why rows of a kind of table, such as the workload's, cannot be matched by stamps; empty if there is none. */
    public Optional<String> unstamped(Predicate<String> kind) {
        return lines.stream().flatMap(reader -> reader.unstamped(kind).stream()).findFirst();
    }

    /** Returns the time in µs from the arrival of a change at another machine to its report; set by the reporter. */
    public AtomicLong lateMicros() {
        return lateMicros;
    }

    /** The consumer's name. */
    public String name() {
        return name;
    }

    /**
     * A whole transaction was seen: call this once, behind its last change.
     *
     * @param gtid the name that the server gave it: MySQL's {@code uuid:7} or {@code uuid:tag:7}, MariaDB's {@code 0-1-7}
     */
    public void seen(String gtid) {
        listener.seen(gtid);
    }

    /**
     * Reports a whole transaction: call this once, after its last change.
     *
     * @param file the log file at the server of the run's stream, such as {@code binlog.000007}
     * @param position the offset after the transaction's last event (XID, or the COMMIT), from that event's header; not the offset
     *     of its start, or of a change inside of it. Positions that have wrapped at 4 GiB are understood
     */
    public void seen(String file, long position) {
        listener.seen(file, position);
    }

    /**
     * Reports one row change, by the workload's stamp in the row. For inserts and updates only: a deleted row has the stamp of the
     * change before.
     *
     * @param table the table's name, with or without its schema, but always in the same way
     * @param key the row's key as text, always written in the same way
     * @param sequence value of {@code cdc_seq} after the change; 0 for a row without a stamp
     */
    public void seen(String table, String key, long sequence) {
        listener.seen(table, key, sequence);
    }

    /**
     * Reports a row of a snapshot, which the consumer makes before it follows the log, or at the same time.
     *
     * @param table like for a change
     * @param key as for a change
     * @param sequence value of {@code cdc_seq}; 0 for a row that no load has written to
     * @param incremental whether the snapshot is made in parts during the stream, and leaves out rows that the stream contains
     *     meanwhile
     */
    public void snapshot(String table, String key, long sequence, boolean incremental) {
        Listener told = listener;
        told.snapshot(table, key, sequence, incremental);
        if (NOBODY.equals(told) && !heard) {
            unheardSnapshotRows.incrementAndGet();
        }
    }

    /** Rows of a snapshot that were reported before a run listened. */
    public long unheardSnapshotRows() {
        return unheardSnapshotRows.get();
    }

    /**
     * A deleted row was seen; only judged with a snapshot.
     *
     * @param table as for a change
     * @param key as for a change
     * @param sequence what {@code cdc_seq} had in the row before
     */
    public void deleted(String table, String key, long sequence) {
        listener.deleted(table, key, sequence);
    }

    /**
     * Reports arrived bytes, if the consumer counts them.
     *
     * @param count how many more; ignored if not positive
     */
    public void bytes(long count) {
        listener.bytes(count);
    }

    /**
     * Reports arrived events, by the consumer's own definition, if it counts them.
     *
     * @param count how many more; ignored if not positive
     */
    public void events(long count) {
        listener.events(count);
    }

    /**
     * Reports that the consumer failed, and reports nothing more unless it continues. The result contains the failure; nothing is
     * thrown.
     *
     * @param why the cause
     */
    public void failed(Throwable why) {
        listener.failed(why);
    }

    /** Reports the consumer's end: everything not reported is lost, and need not be waited for. */
    public void ended() {
        listener.ended();
    }

    /** Reports printed lines; without a listener they are kept for the next one. */
    synchronized void lines(long count, long unreadable, @Nullable Unreadable first) {
        Listener told = listener;
        if (!NOBODY.equals(told)) {
            told.lines(count, unreadable, first);
            return;
        }
        unheardLines += count;
        unheardUnreadable += unreadable;
        firstUnheard = firstUnheard == null ? first : firstUnheard;
    }

    /** Returns true if there was a listener and there is none any more. */
    boolean isLeft() {
        return heard && NOBODY.equals(listener);
    }

    /**
     * Sets the listener, which is a running run.
     *
     * @param next receives reports from now on
     * @return false if there already is a listener: there is one at a time
     */
    public synchronized boolean listen(Listener next) {
        boolean listens = NOBODY.equals(listener);
        listener = listens ? next : listener;
        heard = true;
        if (listens && unheardLines > 0) {
            next.lines(unheardLines, unheardUnreadable, firstUnheard);
            unheardLines = 0;
            unheardUnreadable = 0;
            firstUnheard = null;
        }
        return listens;
    }

    /**
     * Ends the listening.
     *
     * @param last who has listened
     */
    public synchronized void leave(Listener last) {
        listener = last.equals(listener) ? NOBODY : listener;
    }
}
