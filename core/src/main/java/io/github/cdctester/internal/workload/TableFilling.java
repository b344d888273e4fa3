// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.util.List;

/** How a workload's tables are made and filled, where several processes can have a part in it. Safe from any thread. */
public interface TableFilling {

    /** Says what to do where a table is there already. */
    String advice();

    /**
     * Makes the tables, without rows. For one process.
     *
     * @param preparation connections, threads, and the stop signal
     * @param tables makes each, and drops them if anything fails
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if it is stopped, or the thread is interrupted
     */
    void create(Preparation preparation, NewTables tables) throws SQLException, InterruptedException;

    /**
     * Finds out what all rows have in common, so that all who fill have the same. For one process.
     *
     * @throws SQLException if the server refuses the question
     */
    default String common(Preparation preparation) throws SQLException {
        return "";
    }

    /**
     * Lists the steps, each of which begins when all of the one before is done.
     *
     * @param common what {@link #common} found, here or elsewhere
     * @return the steps; the same number, of as many pieces each, in every process
     */
    List<FillStep> steps(String common);

    /**
     * How many rows there will be.
     *
     * @return rows in all tables; about, where chance decides
     */
    long rows();

    /**
     * Makes and fills all tables, or leaves none.
     *
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if it is stopped, or the thread is interrupted
     */
    default void makeAll(Preparation preparation, Fillers fillers) throws SQLException, InterruptedException {
        NewTables tables = new NewTables(advice());
        FilledRows filled = new FilledRows(rows(), preparation.progress());
        try {
            create(preparation, tables);
            String common = common(preparation);
            List<FillStep> steps = steps(common);
            for (int number = 0; number < steps.size(); number++) {
                fillers.fill(steps.get(number), number, common, preparation, filled);
            }
            filled.complete();
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }
}
