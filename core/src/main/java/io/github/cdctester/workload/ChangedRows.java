// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/**
 * Is told the rows that one worker's statements have changed, as the server counts them in its answers, and what became of
 * them. In the worker's thread.
 */
public interface ChangedRows {

    /**
     * Rows were inserted.
     *
     * @param table the table's name, without its schema's
     * @param rows how many, at least 1
     */
    void inserted(String table, long rows);

    /**
     * Rows were updated: changed, not only found.
     *
     * @param table the table's name, without its schema's
     * @param rows how many, at least 1
     */
    void updated(String table, long rows);

    /**
     * Rows were deleted.
     *
     * @param table the table's name, without its schema's
     * @param rows how many, at least 1
     */
    void deleted(String table, long rows);

    /** What was told since the last end is committed. */
    void committed();

    /** What was told since the last end counts for nothing: it was rolled back, or nobody knows. */
    void undone();
}
