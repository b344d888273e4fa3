// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Fills the tables, in pieces of a few thousand to ten thousand rows that any thread may take (4.3.3). */
final class Loader {

    private static final int ITEM_PIECES = 10;
    private static final int STOCK_PIECES = 10;
    private static final int ROWS_A_PIECE = Scale.ITEMS / STOCK_PIECES;

    /** The warehouse with its districts, its stock, and for each district the customers and the orders. */
    private static final int PIECES_A_WAREHOUSE = 1 + STOCK_PIECES + 2 * Scale.DISTRICTS;

    private final Tpcc spec;
    private final long seed;

    Loader(Tpcc spec) {
        this.spec = spec;
        seed = spec.randSeed() == 0 ? new SplittableRandom().nextLong() : spec.randSeed();
    }

    void load(Preparation preparation) throws SQLException, InterruptedException {
        String now = "'" + serverTime(preparation) + "'";
        AtomicLong done = new AtomicLong();
        long expected = Scale.rows(spec.warehouses());
        int pieces = ITEM_PIECES + spec.warehouses() * PIECES_A_WAREHOUSE;
        SharedWork.run(preparation, pieces, (piece, statement, checkpoint) -> {
            // what a piece holds does not depend on which thread takes it
            SplittableRandom random = new SplittableRandom(seed + piece).split();
            Rows rows = new Rows(statement, random, now, inserted -> {
                long rowsDone = done.addAndGet(inserted);
                preparation.progress().rows(Math.min(rowsDone, expected), expected);
            });
            load(piece, rows, checkpoint);
        });
        preparation.progress().rows(expected, expected);
    }

    /** The server's, as in the transactions' NOW(). */
    private static String serverTime(Preparation preparation) throws SQLException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CAST(NOW() AS CHAR)")) {
            row.next();
            return row.getString(1);
        }
    }

    private static void load(int piece, Rows rows, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        if (piece < ITEM_PIECES) {
            rows.items(piece * ROWS_A_PIECE + 1, (piece + 1) * ROWS_A_PIECE, checkpoint);
            return;
        }
        int warehouse = (piece - ITEM_PIECES) / PIECES_A_WAREHOUSE + 1;
        int part = (piece - ITEM_PIECES) % PIECES_A_WAREHOUSE;
        if (part == 0) {
            rows.warehouse(warehouse);
        } else if (part <= STOCK_PIECES) {
            rows.stock(warehouse, (part - 1) * ROWS_A_PIECE + 1, part * ROWS_A_PIECE, checkpoint);
        } else if (part <= STOCK_PIECES + Scale.DISTRICTS) {
            rows.customers(warehouse, part - STOCK_PIECES, checkpoint);
        } else {
            rows.orders(warehouse, part - STOCK_PIECES - Scale.DISTRICTS, checkpoint);
        }
    }
}
