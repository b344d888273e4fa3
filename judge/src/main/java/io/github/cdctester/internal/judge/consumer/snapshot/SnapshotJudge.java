// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.judge.consumer.feed.RowVersions;
import io.github.cdctester.internal.judge.consumer.feed.SnapshotRows;
import io.github.cdctester.internal.judge.replay.TableShape;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes row versions of the log, and the server's rows at the end, to the ledgers of all snapshots. */
public final class SnapshotJudge implements RowVersions {

    private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8 * 3;

    /** A snapshot is assumed to have ended if its consumer has reported every transaction and then stays silent this long. */
    private static final long MAX_QUIET_MICROS = 5_000_000;

    private static final long SETTLE_INTERVAL_MICROS = 500_000;

    private final Object lock;
    private final Runnable takeReports;
    private final List<SnapshotLedger> ledgers = new ArrayList<>();
    private @Nullable SnapshotRows rows;
    private long initialRows;
    private long settledMicros;
    private boolean ended;
    private boolean compared;

    public SnapshotJudge(Object lock, Runnable takeReports) {
        this.lock = lock;
        this.takeReports = takeReports;
    }

    public static LedgerMemory memory() {
        return new LedgerMemory(MAX_BYTES);
    }

    /**
     * Call it before the first write.
     *
     * @throws RunFailedException if the rows do not fit into three eighths of the heap
     */
    public void setRowCount(long count) {
        initialRows = count;
        long bytes = count * RowHistory.BYTES;
        if (bytes > MAX_BYTES) {
            throw new RunFailedException(Setting.JUDGE_SNAPSHOT + ": the tables have " + count + " rows, which take "
                    + (bytes >> 20) + " MiB to be judged, and there are " + (MAX_BYTES >> 20)
                    + ", three eighths of the heap: give Java a heap of " + (bytes / 3 * 8 >> 20) * 5 / 4
                    + " MiB (-Xmx)");
        }
    }

    public void add(@Nullable SnapshotLedger ledger) {
        if (ledger != null) {
            ledgers.add(ledger);
        }
    }

    public SnapshotRows rows(Iterable<TableShape> tables) {
        SnapshotRows newRows = new SnapshotRows(tables, takeReports);
        rows = newRows;
        return newRows;
    }

    /** Call it after the wait for consumers. */
    public void compareServerRow(String table, String key, long stamp) {
        synchronized (lock) {
            end();
            ledgers.forEach(ledger -> ledger.compareServerRow(table, key, stamp));
        }
    }

    /** Call it after all rows of the server were compared. */
    public void endComparison() {
        synchronized (lock) {
            end();
            ledgers.forEach(SnapshotLedger::endComparison);
            compared = true;
        }
    }

    private void end() {
        if (!ended) {
            ledgers.forEach(SnapshotLedger::end);
            ended = true;
        }
    }

    /** Called at the end of the load. Callers of this method and of all methods below hold the lock. */
    public void windowCloses() {
        ledgers.forEach(ledger -> ledger.counts().windowCloses());
    }

    public void moveEntries() {
        if (rows != null) {
            rows.drainTo(this);
        }
    }

    @Override
    public void addVersion(long key, long id, long previousId, long order, long count) {
        ledgers.forEach(ledger -> ledger.addVersion(key, id, previousId, order, count));
    }

    @Override
    public void transactionEnded() {
        ledgers.forEach(RowVersions::transactionEnded);
    }

    public boolean isAwaited(@Nullable SnapshotLedger ledger, long lastMicros, long now) {
        if (now - settledMicros > SETTLE_INTERVAL_MICROS) {
            ledgers.forEach(rowLedger -> rowLedger.settle(false));
            settledMicros = now;
        }
        return ledger != null && ledger.counts().isAwaited(initialRows) && now - lastMicros < MAX_QUIET_MICROS;
    }

    @Nullable
    public SnapshotVerdict verdict(@Nullable SnapshotLedger ledger) {
        end();
        return ledger == null ? null : ledger.verdict(compared, rows == null ? null : rows.unreadableReason());
    }
}
