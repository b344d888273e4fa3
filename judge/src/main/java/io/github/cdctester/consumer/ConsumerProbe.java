// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;

/**
 * Reports of a consumer under test. The consumer, or a few lines around it, calls this when it has processed a change. The run with
 * this probe ({@code PlanBuilder.consumer}) reports whether anything was lost, repeated or reordered, and the delay.
 *
 * <p>Safe for several threads, and cheap enough for a consumer's threads: a call reads the clock and takes an uncontended lock. A
 * report never throws an exception; invalid ones are counted in the result. Use one of the three forms of {@code seen} throughout:
 * the first call selects it. Reports without a listening run are ignored.
 */
public final class ConsumerProbe {

    private static final int MAX_NAME = 64;

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
        if (!name.matches("[\\p{L}\\p{N}_-]{1," + MAX_NAME + "}")) {
            throw new InvalidPlanException(
                    "consumer", "'" + name + "'", "a name of letters, digits, _ and -, of 1 to " + MAX_NAME);
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
     * Also judges the consumer's initial snapshot of the tables: whether each row was in it once, and nothing was lost, repeated or
     * overwritten between the snapshot and the stream. The rows need stamps; the consumer must start during the run's load.
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
     * A whole transaction was seen: call this once, after its last change.
     *
     * @param gtid the name that the server gave it: MySQL's {@code uuid:7} or {@code uuid:tag:7}, MariaDB's {@code 0-1-7}
     */
    public void recordTransaction(String gtid) {
        judged.listener().recordTransaction(gtid);
    }

    /**
     * Reports a whole transaction: call this once, after its last change.
     *
     * @param file the log file at the server of the run's stream, such as {@code binlog.000007}
     * @param position the offset after the transaction's last event (XID, or the COMMIT), from that event's header; not the offset
     *     of its start, or of a change inside of it. Positions that have wrapped at 4 GiB are understood
     */
    public void recordPosition(String file, long position) {
        judged.listener().recordPosition(file, position);
    }

    /**
     * Reports one row change, by the workload's stamp in the row. For inserts and updates only: a deleted row has the stamp of the
     * change before.
     *
     * @param table the table's name, with or without its schema, but always in the same way
     * @param key the row's key as text, always written in the same way
     * @param sequence value of {@code cdc_seq} after the change; 0 for a row without a stamp
     */
    public void recordRow(String table, String key, long sequence) {
        judged.listener().recordRow(table, key, sequence);
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
     * Reports arrived bytes, if the consumer counts them.
     *
     * @param count how many more; ignored if not positive
     */
    public void bytes(long count) {
        judged.listener().bytes(count);
    }

    /**
     * Reports arrived events, by the consumer's own definition, if it counts them.
     *
     * @param count how many more; ignored if not positive
     */
    public void events(long count) {
        judged.listener().events(count);
    }

    /**
     * Reports that the consumer failed, and reports nothing more unless it continues. The result contains the failure; nothing is
     * thrown.
     *
     * @param why the cause
     */
    public void failed(Throwable why) {
        judged.listener().failed(why);
    }

    /** Reports the consumer's end: everything not reported is lost, and need not be waited for. */
    public void ended() {
        judged.listener().ended();
    }
}
