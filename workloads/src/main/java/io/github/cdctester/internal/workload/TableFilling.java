// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Creates and fills a workload's tables; several processes can share the work. Thread-safe. */
public interface TableFilling {

    /** An imperative that ends the error message if a table already exists. */
    String advice();

    /** Creates empty tables. Called in only one process. {@code tables} drops them after a failure. */
    void create(Preparation preparation, NewTables tables) throws SQLException, InterruptedException;

    /** A value for all processes, such as the server's time, before they fill tables. Called in only one process. */
    default String sharedValues(Preparation preparation) throws SQLException {
        return "";
    }

    /**
     * A step starts after all pieces of the previous step are done. Steps and pieces have the same numbers in every process.
     * {@code sharedValues} is from this or another process.
     */
    List<Step> steps(String sharedValues);

    /** Approximate if the number of rows is random. */
    long rows();

    default void createAndFill(Preparation preparation, Fillers fillers) throws SQLException, InterruptedException {
        NewTables tables = new NewTables(advice());
        long totalRows = rows();
        AtomicLong doneRows = new AtomicLong();
        LongConsumer reportRows =
                rows -> preparation.progress().rows(Math.min(doneRows.addAndGet(rows), totalRows), totalRows);
        try {
            create(preparation, tables);
            String sharedValues = sharedValues(preparation);
            List<Step> steps = steps(sharedValues);
            for (int number = 0; number < steps.size(); number++) {
                fillers.fill(steps.get(number), number, sharedValues, preparation, reportRows);
            }
            if (doneRows.get() > 0
                    && doneRows.get() < totalRows) { // a random number of rows may be below the expected total
                preparation.progress().rows(totalRows, totalRows);
            }
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }

    /** Any thread or process may execute the pieces, in any order. The contents of a piece depend only on its number. */
    record Step(int pieces, Piece piece) {

        @FunctionalInterface
        public interface Piece {

            /** {@code number} is from 0. {@code rows} receives the number of rows added since the last call. */
            void fill(int number, BulkStatements statements, SharedWork.Checkpoint checkpoint, LongConsumer rows)
                    throws SQLException, InterruptedException;
        }
    }

    /** Uses the workers of this process or of other processes. */
    @FunctionalInterface
    interface Fillers {

        Fillers THIS_PROCESS = (step, number, sharedValues, preparation, rows) -> SharedWork.run(
                preparation,
                step.pieces(),
                (piece, statement, checkpoint) ->
                        step.piece().fill(piece, BulkStatements.of(statement), checkpoint, rows));

        /**
         * After a failure, waits for the end of all threads, with a time limit.
         *
         * @param number the step's number, from 0
         * @param rows receives the number of added rows, from any thread
         * @throws io.github.cdctester.failure.RunFailedException if other processes fail
         */
        void fill(Step step, int number, String sharedValues, Preparation preparation, LongConsumer rows)
                throws SQLException, InterruptedException;
    }
}
