// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;

/**
 * Reports of a consumer under test. The consumer, or a few lines around it, calls this at the moment that a change has got
 * through it; the run that the probe was given to ({@code PlanBuilder.consumer}) says whether anything was lost, repeated or
 * reordered on the way, and how long the way took.
 *
 * <p>Safe for several threads, and cheap enough for a consumer's own ones: a call takes the clock and an uncontended lock.
 * Nothing is ever thrown at the consumer for what it reports; what cannot be read is counted, and said in the result. One of
 * the three forms of {@code seen} is used throughout: the first call chooses it. What is reported while no run listens is
 * counted nowhere.
 */
public final class ConsumerProbe {

    private static final int LONGEST_NAME = 64;

    static {
        JudgedProbe.setAccess(probe -> ((ConsumerProbe) probe).judged);
    }

    private final JudgedProbe judged;

    private ConsumerProbe(String name) {
        judged = new JudgedProbe(name);
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
        judged.assumeEnded();
        return this;
    }

    /** Allows the consumer to repeat transactions, for at-least-once delivery; {@code DUPLICATED} is no failure then. */
    public ConsumerProbe allowRepeats() {
        judged.allowRepeats();
        return this;
    }

    /**
     * Has the consumer's first snapshot of the tables judged, too: whether each row was in it once, and nothing was lost, repeated or
     * overwritten between the snapshot and the stream. The rows need stamps; the consumer is to begin while the run's load goes on.
     */
    public ConsumerProbe judgeSnapshot() {
        judged.judgeSnapshot();
        return this;
    }

    /** The consumer's name. */
    public String name() {
        return judged.name();
    }

    /**
     * A whole transaction was seen: call this once, behind its last change.
     *
     * @param gtid the name that the server gave it: MySQL's {@code uuid:7} or {@code uuid:tag:7}, MariaDB's {@code 0-1-7}
     */
    public void seen(String gtid) {
        judged.listener().seen(gtid);
    }

    /**
     * A whole transaction was seen: call this once, behind its last change.
     *
     * @param file the log file at the server that the run's stream comes from, such as {@code binlog.000007}
     * @param position the offset behind the transaction's last event (XID, or the COMMIT), as that event's header says it;
     *     not that of its beginning, nor of a change inside of it. Positions that have wrapped at 4 GiB are understood
     */
    public void seen(String file, long position) {
        judged.listener().seen(file, position);
    }

    /**
     * One row change was seen; by the stamp that the workload put into the row. Of inserts and updates only: a delete's row
     * has the stamp of the change before it.
     *
     * @param table the table's name, with or without its schema, but always in the same way
     * @param key the row's key as text, always written in the same way
     * @param sequence what {@code cdc_seq} has in the row after the change; 0 of a row that was never stamped
     */
    public void seen(String table, String key, long sequence) {
        judged.listener().seen(table, key, sequence);
    }

    /**
     * A row of a snapshot was seen, which the consumer makes before it follows the log, or beside that.
     *
     * @param table as for a change
     * @param key as for a change
     * @param sequence what {@code cdc_seq} has in the row; 0 of a row that no load has written to
     * @param incremental whether the snapshot is made in parts beside the stream, and leaves out rows that the stream shows
     *     meanwhile
     */
    public void snapshot(String table, String key, long sequence, boolean incremental) {
        judged.snapshot(table, key, sequence, incremental);
    }

    /**
     * A deleted row was seen; only judged with a snapshot.
     *
     * @param table as for a change
     * @param key as for a change
     * @param sequence what {@code cdc_seq} had in the row before
     */
    public void deleted(String table, String key, long sequence) {
        judged.listener().deleted(table, key, sequence);
    }

    /**
     * Bytes arrived, where the consumer can say.
     *
     * @param count how many more; what is not positive is passed over
     */
    public void bytes(long count) {
        judged.listener().bytes(count);
    }

    /**
     * Events arrived, where the consumer can say; in its own sense of the word.
     *
     * @param count how many more; what is not positive is passed over
     */
    public void events(long count) {
        judged.listener().events(count);
    }

    /**
     * The consumer broke, and reports nothing more unless it says otherwise. The result says so; nothing is thrown.
     *
     * @param why what broke it
     */
    public void failed(Throwable why) {
        judged.listener().failed(why);
    }

    /** The consumer will report nothing more: what it has not reported is lost, and need not be waited for. */
    public void ended() {
        judged.listener().ended();
    }
}
