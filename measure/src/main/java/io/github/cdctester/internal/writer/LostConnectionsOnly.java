// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import com.zaxxer.hikari.SQLExceptionOverride;
import io.github.cdctester.internal.access.ServerErrors;
import java.sql.SQLException;

/**
 * By default, HikariCP also closes a connection after SQLSTATE 0A000 or error 1105, for example after an unsupported ALTER TABLE.
 * The server keeps this connection, so the error would look like a lost connection.
 */
final class LostConnectionsOnly implements SQLExceptionOverride {

    @java.lang.Override
    public Override adjudicate(SQLException e) {
        return ServerErrors.endsConnection(e) ? Override.CONTINUE_EVICT : Override.DO_NOT_EVICT;
    }
}
