// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Quoted;
import java.sql.SQLException;
import java.util.Set;

/** Finds in a refusal that a privilege is missing, and names the statement that mends it. */
final class MissingPrivilege {

    /** Access denied: to a schema, a table, a column, a global privilege. */
    private static final Set<Integer> DENIED = Set.of(1044, 1142, 1143, 1227);

    private MissingPrivilege() {}

    /** The failure of something that the server refused. */
    static RunFailedException failure(String doing, SQLException e, Endpoint endpoint) {
        return new RunFailedException(doing + " failed: " + e.getMessage() + mend(e, endpoint), e);
    }

    /** Text to go behind the server's own message; empty where the refusal is about something else. */
    static String mend(SQLException e, Endpoint endpoint) {
        return DENIED.contains(e.getErrorCode())
                ? "; GRANT CREATE, DROP, INDEX, SELECT, INSERT, UPDATE, DELETE ON " + Quoted.name(endpoint.database())
                        + ".* TO " + Quoted.text(endpoint.user()) + "@…"
                : "";
    }
}
