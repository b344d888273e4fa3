// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.util.function.LongConsumer;

/** Who fills tables: threads of this process, or others. */
@FunctionalInterface
public interface Fillers {

    /** Threads of this process. */
    Fillers HERE = (step, number, common, preparation, rows) -> SharedWork.run(
            preparation,
            step.pieces(),
            (piece, statement, checkpoint) -> step.piece().fill(piece, statement, checkpoint, rows));

    /**
     * Does all pieces of a step, and returns when nobody is at work any more, however it ends.
     *
     * @param number the step's number, from 0
     * @param rows is told how many were added, from any thread
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if it is stopped, or the thread is interrupted
     * @throws io.github.cdctester.failure.RunFailedException if others fail
     */
    void fill(FillStep step, int number, String common, Preparation preparation, LongConsumer rows)
            throws SQLException, InterruptedException;
}
