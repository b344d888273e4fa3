// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.judge.replay.ImageReplay.ReplayFindings;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.workload.Workload.Balance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies one stream's row changes to an image of the tables. The reader's thread passes transactions and rows. The run's thread
 * reads the tables while no client writes: before the measured part, and after the reader has ended.
 */
public final class Replay extends ShapedRows {

    private final MemoryBudget budget;
    private final boolean mariaDb;
    private final Map<String, TableImage> images = new LinkedHashMap<>();
    private final Map<String, TableImage> imagesByStreamName = new HashMap<>();
    private final ImageReplay replay;

    // confined to the reader's thread
    private LogCursor cursor = new LogCursor();
    private String beginFile = "";
    private long beginOffset;
    private boolean windowOpened;
    private List<RowChange> openChanges = new ArrayList<>();
    private long openBytes;

    private volatile boolean loaded;
    private volatile @Nullable String giveUpReason;
    private long rowsAtStart;
    private long rowsAtEnd;
    private @Nullable ImageComparison comparison;

    private Replay(
            Map<String, TableShape> shapes,
            List<Balance> balances,
            boolean mariaDb,
            boolean mayRepeatImage,
            MemoryBudget budget) {
        this.budget = budget;
        this.mariaDb = mariaDb;
        shapes.forEach((name, shape) -> {
            TableImage image = new TableImage(shape, budget);
            images.put(name, image);
            imagesByStreamName.put(shape.name(), image);
        });
        replay = new ImageReplay(new BalanceCheck(balances, images), mayRepeatImage);
    }

    /**
     * {@code mayRepeatImage} is true if the image may already include the stream's first changes, because heartbeats mark its
     * start. Call {@link #load} next.
     *
     * @throws io.github.cdctester.failure.RunFailedException if a table cannot be followed, or the tables are too large
     */
    public static Replay of(
            Connection connection, List<String> tables, List<Balance> balances, boolean mariaDb, boolean mayRepeatImage)
            throws SQLException {
        MemoryBudget budget = MemoryBudget.ofHeap(Runtime.getRuntime().maxMemory());
        Replay newReplay = new Replay(
                ShapeReader.shapes(Setting.REPLAY, connection, tables), balances, mariaDb, mayRepeatImage, budget);
        new SnapshotReader(connection, newReplay.images).refuseIfTooLarge(budget);
        return newReplay;
    }

    /**
     * Reads the initial image. No client may write meanwhile, and the measured part must begin at the log's current end.
     *
     * @throws io.github.cdctester.failure.RunFailedException if the tables are too large
     */
    public void load(Connection connection) throws SQLException {
        new SnapshotReader(connection, images).load(budget);
        rowsAtStart = rows();
        loaded = true;
    }

    /** Stops the replay, because its result would be meaningless. Keeps the first reason. Thread-safe. */
    public void giveUp(String reason) {
        if (giveUpReason == null) {
            giveUpReason = reason;
        }
    }

    @Override
    public void setCursor(LogCursor reader) {
        cursor = reader;
    }

    @Override
    public void onBegin() {
        dropOpenChanges();
        beginFile = cursor.file();
        beginOffset = cursor.offset();
    }

    @Override
    public void onDiscarded() {
        dropOpenChanges();
    }

    @Override
    public void onWindowOpened() {
        dropOpenChanges();
        windowOpened = true;
    }

    @Override
    public boolean accepts(RowTable table) {
        if (!windowOpened || giveUpReason != null || !imagesByStreamName.containsKey(table.name())) {
            return false;
        }
        if (!loaded) {
            giveUp("table " + table.name() + " was changed by another client while it was read");
        }
        return giveUpReason == null;
    }

    @Override
    protected @Nullable TableShape shape(RowTable table) {
        TableImage image = imagesByStreamName.get(table.name());
        return image == null ? null : image.shape();
    }

    @Override
    protected void onRowChange(TableShape shape, TableShape.@Nullable Row before, TableShape.@Nullable Row after) {
        TableImage image = imagesByStreamName.get(shape.name());
        TableShape.Row row = before == null ? after : before;
        if (image != null && row != null) {
            add(new RowChange(
                    image, row.key(), before == null ? null : before.row(), after == null ? null : after.row()));
        }
    }

    private void add(RowChange change) {
        if (change.key().length > RowStore.MAX_BYTES) {
            giveUp("table " + change.image().shape().name() + " has a row with a key of " + change.key().length
                    + " bytes");
        }
        openChanges.add(change);
        openBytes += change.bytes();
        if (openBytes > budget.transactionLimit()) {
            giveUp("the transaction at " + beginFile + ":" + beginOffset + " changes more rows than fit into "
                    + budget.transactionLimitText());
            dropOpenChanges();
        }
    }

    @Override
    public void onUnreadable(String table, String reason) {
        giveUp("the rows of table " + table + " cannot be read: " + reason);
    }

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        if (openChanges.isEmpty()) {
            return;
        }
        if (giveUpReason == null) {
            replay.applyTransaction(openChanges, () -> describe(high, low, tag, number));
            if (budget.isExceeded()) {
                giveUp(budget.exceededMessage());
                images.values().forEach(TableImage::clear);
            }
        }
        dropOpenChanges();
    }

    private void dropOpenChanges() {
        openChanges = openChanges.isEmpty() ? openChanges : new ArrayList<>();
        openBytes = 0;
    }

    private String describe(long high, long low, String tag, long number) {
        String transaction = number == 0 ? "the transaction" : new Gtid(mariaDb, high, low, tag, number).toString();
        return transaction + " at " + beginFile + ":" + beginOffset;
    }

    /** The reader must have ended, and no client may write. */
    public void compare(Connection connection) throws SQLException {
        if (loaded && giveUpReason == null) {
            rowsAtEnd = rows();
            comparison = new SnapshotReader(connection, images).compare();
        }
    }

    private long rows() {
        return images.values().stream().mapToLong(TableImage::count).sum();
    }

    /** Call it after the reader has ended. {@code complete} is true if the stream has reached the end of the log. */
    public Verdict judge(Verdict base, long unknownOutcome, boolean complete) {
        ReplayFindings findings = replay.findings();
        String reason = loaded || giveUpReason != null ? giveUpReason : "the measured part had not begun";
        ReplayJudge judge = new ReplayJudge(base, findings, comparison, complete, reason != null, unknownOutcome > 0);
        List<String> notCompared = new ArrayList<>();
        for (TableImage image : images.values()) {
            for (TableShape.Column column : image.shape().columns()) {
                if (!column.format().isCompared()) {
                    notCompared.add(image.shape().shortName() + "." + column.name());
                }
            }
        }
        return judge.verdict(new ReplaySummary(
                List.copyOf(images.keySet()),
                notCompared,
                comparison == null ? rowsAtStart : rowsAtEnd,
                findings.transactions(),
                findings.changes(),
                judge.violations(),
                findings.torn().count(),
                judge.repeated(),
                findings.late().count(),
                findings.gaps().count(),
                comparison == null ? null : comparison.differences(),
                judge.imageEqual(),
                judge.firstOffender(),
                budget.usedBytes(),
                reason));
    }
}
