// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.time.NanoClock;
import java.sql.SQLException;

/** The objects that all workers of a load share. */
public record LoadContext(
        LoadSpec.IgnoredErrors ignoredErrors,
        Pacer pacer,
        Gate gate,
        LoadState state,
        WriteSink sink,
        NanoClock clock) {

    /** Returns true if the error does not show whether the connection still works. */
    public boolean needsConnectionTest(SQLException e) {
        return !ServerErrors.endsConnection(e) && !ignoredErrors.contains(e.getErrorCode());
    }

    /** {@code mayHaveCommitted} is true if COMMIT, or a statement in autocommit mode, may have been sent. */
    public static boolean isOutcomeUnknown(SQLException e, boolean mayHaveCommitted) {
        return e.getErrorCode() != ServerErrors.IDLE_TOO_LONG && mayHaveCommitted;
    }

    /** Call it if the connection still works. Throws the error if the transaction must not be repeated. */
    public void reportError(SQLException e) throws SQLException {
        sink.error(e.getErrorCode());
        if (e.getErrorCode() != ServerErrors.INTERRUPTED && !ignoredErrors.contains(e.getErrorCode())) {
            throw e;
        }
    }
}
