// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.internal.time.NanoClock;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The time since a worker's connection broke, without a commit and without a stable connection. Also counts outages in transactions
 * that no commit separates: at a low rate, a server may keep each idle connection and break it at the first statement.
 */
public final class Outage {

    /** Pause before each further attempt to connect. */
    public static final long PAUSE_NANOS = 100_000_000;

    /** A connection that still works after this time is stable. */
    private static final long STABLE_NANOS = 1_000_000_000;

    /** Two outages can be a coincidence. */
    private static final int MAX_LOSSES = 2;

    private boolean isBroken;
    private long sinceNanos;
    private long connectedNanos;
    private @Nullable SQLException cause;

    /** Outages in transactions since the last commit. */
    private int losses;

    private long firstLossNanos;
    private long lastLossNanos;
    private boolean isLoss;

    /** A transaction broke. Returns the pause in ns: {@link #PAUSE_NANOS} if the previous outage has not ended, else 0. */
    public long begin(long nowNanos, SQLException reason) {
        long pauseNanos = beginIdle(nowNanos, reason);
        if (!isLoss) {
            isLoss = true;
            losses++;
            firstLossNanos = losses == 1 ? nowNanos : firstLossNanos;
        }
        lastLossNanos = nowNanos;
        return pauseNanos;
    }

    /** Like {@link #begin}, for a connection without a transaction. */
    public long beginIdle(long nowNanos, SQLException reason) {
        boolean isSameOutage = isBroken && nowNanos - connectedNanos <= STABLE_NANOS;
        if (!isSameOutage || reason.getErrorCode() > 0) {
            cause = reason;
        }
        if (isSameOutage) {
            return PAUSE_NANOS;
        }
        isBroken = true;
        isLoss = false;
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

    /** The server has committed a transaction. */
    public void end() {
        isBroken = false;
        losses = 0;
    }

    public void onConnected(long nowNanos) {
        connectedNanos = nowNanos;
    }

    /**
     * The server has refused a transaction, and the connection still works. An error soon after the login does not end the outage:
     * the next statement may break each connection.
     */
    public void onRefused(NanoClock clock) {
        if (losses > 0 && clock.nanoTime() - connectedNanos > STABLE_NANOS) {
            end();
        }
    }

    /**
     * {@code lastError} is from the last attempt.
     *
     * @throws SQLException if the connection has been broken for too long, or breaks in each transaction
     */
    public void check(long nowNanos, SQLException lastError) throws SQLException {
        long limitNanos = Defaults.RECONNECT_TIMEOUT.toNanos();
        if (nowNanos - sinceNanos > limitNanos) {
            throw failure(
                    "the connection broke, and no stable one could be made within "
                            + Defaults.RECONNECT_TIMEOUT.toSeconds() + " s: ",
                    lastError);
        }
        if (losses > MAX_LOSSES && lastLossNanos - firstLossNanos > limitNanos) {
            throw failure("the connection broke " + losses + " times without a commit in between: ", lastError);
        }
    }

    private static SQLException failure(String text, SQLException lastError) {
        return new SQLException(
                text + lastError.getMessage(), lastError.getSQLState(), lastError.getErrorCode(), lastError);
    }
}
