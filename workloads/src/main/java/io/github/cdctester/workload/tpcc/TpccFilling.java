// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;

/** Creates the tables and fills them in pieces (TPC-C 4.3.3). Any thread may fill any piece. */
final class TpccFilling implements TableFilling {

    private static final int ITEM_PIECES = 10;
    private static final int STOCK_PIECES = 10;
    private static final int ROWS_PER_PIECE = Scale.ITEMS / STOCK_PIECES;

    /** One piece for the warehouse with its districts, pieces of its stock, and two per district for customers and orders. */
    private static final int PIECES_PER_WAREHOUSE = 1 + STOCK_PIECES + 2 * Scale.DISTRICTS;

    private final Tpcc spec;
    private final long seed;

    TpccFilling(Tpcc spec) {
        this.spec = spec;
        seed = spec.randSeed() == 0 ? new SplittableRandom().nextLong() : spec.randSeed();
    }

    @Override
    public String advice() {
        return "run " + Setting.CLEANUP.of("tpcc") + " first, or run without prepare";
    }

    @Override
    public void create(Preparation preparation, NewTables tables) throws SQLException, InterruptedException {
        RowStamp stamp = new RowStamp(spec.stamped());
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            tables.rejectExisting(connection, TpccTable.names());
            for (TpccTable table : TpccTable.ALL) {
                preparation.failIfStopped();
                tables.create(statement, table.name(), table.createStatement(stamp));
            }
        }
    }

    /** The server's time, like NOW() in transactions. */
    @Override
    public String sharedValues(Preparation preparation) throws SQLException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CAST(NOW() AS CHAR)")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public List<TableFilling.Step> steps(String serverTime) {
        String now = "'" + serverTime + "'";
        int pieces = ITEM_PIECES + spec.warehouses() * PIECES_PER_WAREHOUSE;
        return List.of(new TableFilling.Step(pieces, (piece, statements, checkpoint, rows) -> {
            // the rows of a piece do not depend on the thread
            SplittableRandom random = new SplittableRandom(seed + piece).split();
            fill(piece, new RowInserter(statements, random, now, rows::accept), checkpoint);
        }));
    }

    @Override
    public long rows() {
        return Scale.rows(spec.warehouses());
    }

    private static void fill(int piece, RowInserter rows, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        if (piece < ITEM_PIECES) {
            rows.insertItems(piece * ROWS_PER_PIECE + 1, (piece + 1) * ROWS_PER_PIECE, checkpoint);
            return;
        }
        int warehouse = (piece - ITEM_PIECES) / PIECES_PER_WAREHOUSE + 1;
        int pieceOfWarehouse = (piece - ITEM_PIECES) % PIECES_PER_WAREHOUSE;
        if (pieceOfWarehouse == 0) {
            rows.insertWarehouse(warehouse);
        } else if (pieceOfWarehouse <= STOCK_PIECES) {
            int firstItem = (pieceOfWarehouse - 1) * ROWS_PER_PIECE + 1;
            rows.insertStock(warehouse, firstItem, pieceOfWarehouse * ROWS_PER_PIECE, checkpoint);
        } else if (pieceOfWarehouse <= STOCK_PIECES + Scale.DISTRICTS) {
            rows.insertCustomers(warehouse, pieceOfWarehouse - STOCK_PIECES, checkpoint);
        } else {
            rows.insertOrders(warehouse, pieceOfWarehouse - STOCK_PIECES - Scale.DISTRICTS, checkpoint);
        }
    }
}
