// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.LongConsumer;

/**
 * A step of filling tables: pieces that anybody may take, in any order, also in another process. What a piece writes depends on its
 * number alone.
 *
 * @param pieces how many there are
 * @param piece does one
 */
public record FillStep(int pieces, Piece piece) {

    /** One piece. */
    @FunctionalInterface
    public interface Piece {

        /**
         * Writes it.
         *
         * @param number the piece's number, from 0
         * @param rows is told how many were added, each time that some were
         * @throws SQLException if the server refuses a statement
         * @throws InterruptedException if it is to end
         */
        void fill(int number, Statement statement, SharedWork.Checkpoint checkpoint, LongConsumer rows)
                throws SQLException, InterruptedException;
    }
}
