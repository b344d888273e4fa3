// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** How a workload's tables are made and filled, if several processes can have a part in it. Safe from any thread. */
public interface TableFilling {

    /** The way out where a table exists already, as an imperative. */
    String advice();

    /**
     * Creates the tables, without rows. For one process.
     *
     * @param preparation connections, threads, and the stop signal
     * @param tables makes each, and drops them if anything fails
     */
    void create(Preparation preparation, NewTables tables) throws SQLException, InterruptedException;

    /** Determines the values shared by all rows before several processes fill the tables. Called in one process. */
    default String common(Preparation preparation) throws SQLException {
        return "";
    }

    /**
     * The steps, each of which begins when all of the one before is done.
     *
     * @param common what {@link #common} found, here or elsewhere
     * @return the steps; the same number, of as many pieces each, in every process
     */
    List<Step> steps(String common);

    /** Returns the number of rows in all tables; approximate if it is random. */
    long rows();

    default void makeAll(Preparation preparation, Fillers fillers) throws SQLException, InterruptedException {
        NewTables tables = new NewTables(advice());
        long total = rows();
        AtomicLong done = new AtomicLong();
        LongConsumer filled = rows -> preparation.progress().rows(Math.min(done.addAndGet(rows), total), total);
        try {
            create(preparation, tables);
            String common = common(preparation);
            List<Step> steps = steps(common);
            for (int number = 0; number < steps.size(); number++) {
                fillers.fill(steps.get(number), number, common, preparation, filled);
            }
            if (done.get() > 0 && done.get() < total) { // where chance decided, there may be fewer of them
                preparation.progress().rows(total, total);
            }
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }

    /**
     * A step of filling tables: pieces that any thread or process may take, in any order. The contents of a piece depend only on
     * its number.
     */
    record Step(int pieces, Piece piece) {

        @FunctionalInterface
        public interface Piece {

            /**
             * Writes it.
             *
             * @param number the piece's number, from 0
             * @param rows receives the number of added rows, each time
             */
            void fill(int number, Statement statement, SharedWork.Checkpoint checkpoint, LongConsumer rows)
                    throws SQLException, InterruptedException;
        }
    }

    /** Workers that fill tables: threads of this process, or others. */
    @FunctionalInterface
    interface Fillers {

        /** Threads of this process. */
        Fillers HERE = (step, number, common, preparation, rows) -> SharedWork.run(
                preparation,
                step.pieces(),
                (piece, statement, checkpoint) -> step.piece().fill(piece, statement, checkpoint, rows));

        /**
         * Does all pieces of a step, and returns when no thread works any more, also after a failure.
         *
         * @param number the step's number, from 0
         * @param rows receives the number of added rows, from any thread
         * @throws io.github.cdctester.failure.RunFailedException if other processes fail
         */
        void fill(Step step, int number, String common, Preparation preparation, LongConsumer rows)
                throws SQLException, InterruptedException;
    }
}
