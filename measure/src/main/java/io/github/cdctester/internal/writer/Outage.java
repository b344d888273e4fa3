// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Defaults;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The time without a commit since a worker's connection broke. */
public final class Outage {

    /** Pause before each further attempt to connect. */
    public static final long PAUSE_NANOS = 100_000_000;

    private boolean isBroken;
    private long sinceNanos;
    private @Nullable SQLException cause;

    /** Returns the pause in ns: {@link #PAUSE_NANOS} if nothing was committed after the previous break, else 0. */
    public long begin(long nowNanos, SQLException reason) {
        if (!isBroken || reason.getErrorCode() > 0) {
            cause = reason;
        }
        if (isBroken) {
            return PAUSE_NANOS;
        }
        isBroken = true;
        sinceNanos = nowNanos;
        return 0;
    }

    /**
     * Returns the last error that the server reported; if it reported none, the reason of the first break. A driver that is still
     * sending when the server closes the connection reports only a broken socket.
     */
    public SQLException cause() {
        return Objects.requireNonNull(cause);
    }

    public void end() {
        isBroken = false;
    }

    /**
     * {@code lastError} is from the last attempt.
     *
     * @throws SQLException if the connection has been broken for too long
     */
    public void check(long nowNanos, SQLException lastError) throws SQLException {
        if (nowNanos - sinceNanos > Defaults.RECONNECT_TIMEOUT.toNanos()) {
            throw new SQLException(
                    "the connection broke, and no stable one could be made within "
                            + Defaults.RECONNECT_TIMEOUT.toSeconds() + " s: " + lastError.getMessage(),
                    lastError.getSQLState(),
                    lastError.getErrorCode(),
                    lastError);
        }
    }
}
