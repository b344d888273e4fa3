// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.Connection;
import java.sql.SQLException;

/** Where connections come from. */
@FunctionalInterface
public interface ConnectionSource {

    /**
     * Hands out a connection in autocommit mode; closing it gives it back.
     *
     * @return an open connection to the workload's schema
     * @throws SQLException if there is none to be had
     */
    Connection connection() throws SQLException;
}
