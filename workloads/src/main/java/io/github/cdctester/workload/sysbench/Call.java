// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.sql.SQLException;

/**
 * One statement of a script on one connection, for all tables. First a table is chosen, then the parameters are set in the statement's
 * order, then the statement is sent. Confined to the worker's thread.
 */
interface Call {

    /** Chooses a table by its number, from 1, and restarts with the first parameter. */
    void onTable(int number);

    void number(int value) throws SQLException;

    void number(long value) throws SQLException;

    /** Sets the next parameter to a random value for column c. */
    void c() throws SQLException;

    /** Sets the next parameter to a random value for column pad. */
    void pad() throws SQLException;

    /** Sends the statement and reads the complete response. Returns the number of changed rows; 0 or less for none. */
    long send() throws SQLException;

    /** Returns true if the last SELECT found a row. May be called once for each SELECT. */
    boolean hasRow() throws SQLException;
}
