// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.internal.time.NanoClock;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The time since a worker's connection broke, without a commit and without a stable connection. */
public final class Outage {

    /** Pause before each further attempt to connect. */
    public static final long PAUSE_NANOS = 100_000_000;

    /** A connection that still works after this time is stable. */
    private static final long STABLE_NANOS = 1_000_000_000;

    private boolean isBroken;
    private long sinceNanos;
    private long connectedNanos;
    private @Nullable SQLException cause;

    /** Returns the pause in ns: {@link #PAUSE_NANOS} if the previous outage has not ended, else 0. */
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

    public void onConnected(long nowNanos) {
        connectedNanos = nowNanos;
    }

    /**
     * The server has refused a transaction, and the connection still works. An error soon after the login does not end the outage:
     * the next statement may break each connection.
     */
    public void onRefused(NanoClock clock) {
        if (isBroken && clock.nanoTime() - connectedNanos > STABLE_NANOS) {
            end();
        }
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
