// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;

/**
 * Receives the reports of a consumer under test. The consumer, or an adapter around it, calls this class after it has processed a
 * change. The run with this probe ({@code PlanBuilder.consumer}) measures the delay, and finds lost, repeated and reordered changes.
 *
 * <p>Thread-safe. A call holds a lock briefly. A report never throws an exception; the result counts invalid reports. Use only one of
 * {@code recordTransaction}, {@code recordPosition} and {@code recordRow}. Changes are ignored while no run listens.
 */
public final class ConsumerProbe {

    private static final int MAX_NAME_LENGTH = 64;

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
     * @param name the consumer's name in the result: 1 to 64 letters, digits, {@code _} and {@code -}
     * @return a probe to which no run listens yet
     * @throws InvalidPlanException if the name is invalid
     */
    public static ConsumerProbe named(String name) {
        if (!name.matches("[\\p{L}\\p{N}_-]{1," + MAX_NAME_LENGTH + "}")) {
            throw new InvalidPlanException(
                    "name", "'" + name + "'", "a name of letters, digits, _ and -, of 1 to " + MAX_NAME_LENGTH);
        }
        return new ConsumerProbe(name);
    }

    /**
     * After the drain timeout, treats the consumer as {@linkplain #ended() ended}: missing transactions are then lost, not behind. Has
     * no effect if the run is stopped early.
     */
    public ConsumerProbe assumeEnded() {
        judged.assumeEnded();
        return this;
    }

    /** Allows the consumer to repeat transactions, for at-least-once delivery. {@code DUPLICATED} is then no failure. */
    public ConsumerProbe allowRepeats() {
        judged.allowRepeats();
        return this;
    }

    /**
     * Also judges the consumer's initial snapshot of the tables. Each row must be in the snapshot once. No change between snapshot and
     * stream may be lost, repeated or overwritten. The rows need stamps, and the consumer must start during the run's load.
     */
    public ConsumerProbe judgeSnapshot() {
        judged.judgeSnapshot();
        return this;
    }

    /** Returns the consumer's name. */
    public String name() {
        return judged.name();
    }

    /**
     * Reports a whole transaction. Call this once per transaction, after its last change.
     *
     * @param gtid the transaction's GTID: MySQL's {@code uuid:7} or {@code uuid:tag:7}, MariaDB's {@code 0-1-7}
     */
    public void recordTransaction(String gtid) {
        judged.listener().recordTransaction(gtid, ChangeTimes.NONE);
    }

    /**
     * Reports a whole transaction. Call this once per transaction, after its last change.
     *
     * @param file the log file on the server of the run's stream, such as {@code binlog.000007}
     * @param position the offset after the transaction's last event (XID or COMMIT), from this event's header; not the offset of
     *     the transaction's start or of a change inside it. A position may be wrapped at 4 GiB
     */
    public void recordPosition(String file, long position) {
        judged.listener().recordPosition(file, position, ChangeTimes.NONE);
    }

    /**
     * Reports one insert or update by the workload's stamp in the row. Report deletes with {@link #deleted}.
     *
     * @param table the table's name: always with its schema, or always without it
     * @param key the row's key as text, always in the same format. With a snapshot, a key of several columns is their values, separated
     *     by commas; a value of such a key with a comma, or with a backslash at its end, has a backslash before each comma and backslash
     * @param sequence value of {@code cdc_seq} after the change; 0 for a row without a stamp
     */
    public void recordRow(String table, String key, long sequence) {
        judged.listener().recordRow(table, key, sequence, ChangeTimes.NONE);
    }

    /**
     * Reports a row of a snapshot, which the consumer reads before or while it follows the log.
     *
     * @param table the table's name, as in {@link #recordRow}
     * @param key the row's key, as in {@link #recordRow}
     * @param sequence value of {@code cdc_seq}; 0 if no load has written the row
     * @param incremental true if the snapshot is read in chunks during the stream, and omits rows that the stream delivers at the same
     *     time
     */
    public void snapshot(String table, String key, long sequence, boolean incremental) {
        judged.recordSnapshotRow(table, key, sequence, incremental);
    }

    /**
     * Reports a deleted row. Deletes are judged only together with a snapshot.
     *
     * @param table the table's name, as in {@link #recordRow}
     * @param key the row's key, as in {@link #recordRow}
     * @param sequence value of {@code cdc_seq} before the delete
     */
    public void deleted(String table, String key, long sequence) {
        judged.listener().deleted(table, key, sequence);
    }

    /**
     * Reports received bytes, if the consumer counts them.
     *
     * @param count number of bytes since the last call; ignored if not positive
     */
    public void bytes(long count) {
        judged.listener().onBytes(count);
    }

    /**
     * Reports received events, if the consumer counts them. The consumer may use any definition of an event.
     *
     * @param count number of events since the last call; ignored if not positive
     */
    public void events(long count) {
        judged.listener().onEvents(count);
    }

    /**
     * Reports that the consumer failed and has {@linkplain #ended() ended}. The result contains the failure. A failure before the first
     * run is stored for it.
     *
     * @param cause the failure
     */
    public void failed(Throwable cause) {
        judged.onEnd(listener -> listener.onFailure(cause));
    }

    /**
     * Reports the consumer's end. The run does not wait for missing transactions, and judges them lost. An end before the first run is
     * stored for it. After a run, ends are ignored until the next run starts.
     */
    public void ended() {
        judged.onEnd(JudgedProbe.Listener::onEnd);
    }
}
