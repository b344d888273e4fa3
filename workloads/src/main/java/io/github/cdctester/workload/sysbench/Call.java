// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.sql.SQLException;

/**
 * One statement, for all tables, over one connection. A table is chosen first, then each parameter is given in the
 * statement's order, then the statement is sent. Confined to the worker's thread.
 */
interface Call {

    /** Chooses a table by its number, from 1, and begins with the first parameter. */
    void onTable(int number);

    void number(int value) throws SQLException;

    /** A number of 64 bits. */
    void number(long value) throws SQLException;

    /** A new random value for column c. */
    void c() throws SQLException;

    /** A new random value for column pad. */
    void pad() throws SQLException;

    /** Sends the statement and reads its whole answer: the rows that it changed; 0 or less for none. */
    long send() throws SQLException;

    /** Returns true if the SELECT that was sent last has found a row; once for each. */
    boolean hasRow() throws SQLException;
}
