// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.mysql.ConnectFailure;
import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether and when to reconnect. Breaks without a complete transaction in between count as one: pauses grow, and the time
 * without a connection is added up. Confined to the reader's thread, except for {@link #gaps()}.
 */
final class Reconnection {

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long MAX_PAUSE_MILLIS = 2_000;
    private static final int MAX_GAPS = 1_000;
    private static final long MIN_STABLE_NANOS = 2 * Defaults.STREAM_KEEPALIVE.toNanos();

    private final FailoverServers servers;
    private final Duration timeout;
    private final CountDownLatch closing;
    private final NanoClock clock;
    private final List<StreamGap> gaps = new ArrayList<>();

    private long brokenSinceNanos;

    /** In ns; time without a connection in earlier breaks that count as the same break. */
    private long brokenBeforeNanos;

    private long reconnectedAtNanos;
    private long progressAtReconnect = -1;
    private long progressAtBreak = -1;
    private boolean gapListed;
    private Instant brokenAt = Instant.EPOCH;
    private String reason = "";
    private int attempts;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private boolean broken;
    private @Nullable FollowedServer serverBefore;

    Reconnection(FailoverServers servers, Duration timeout, CountDownLatch closing, NanoClock clock) {
        this.clock = clock;
        this.servers = servers;
        this.timeout = timeout;
        this.closing = closing;
    }

    /** Returns true if another connection to the same server may succeed. */
    boolean isRetryable(Throwable cause, boolean byGtids, long progress) {
        if (cause instanceof RunFailedException && cause.getCause() instanceof IOException connectFailure) {
            return !ConnectFailure.isRefusedLogin(connectFailure);
        }
        // final (purged logs, lost privileges), unless the server shuts down, ends its dump thread, or lags
        if (cause instanceof ServerErrorException error) {
            // counts as reconnected if the dump's artificial events arrived in a read before the error
            boolean afterReconnect = broken || progress == progressAtReconnect;
            return error.affectsOnlyConnection() || afterReconnect && byGtids && isLagging(error);
        }
        return cause instanceof IOException && !(cause instanceof MySqlProtocolException);
    }

    /** MariaDB rejects a GTID position that it has not reached yet. MySQL rejects only unknown GTIDs of its own UUID. */
    private static boolean isLagging(ServerErrorException error) {
        return String.valueOf(error.getMessage()).contains("which is not in the master's binlog");
    }

    /** Returns false if the timeout has expired or the subscriber is being closed. */
    boolean awaitNextAttempt(Throwable cause, FollowedServer server, long progress, boolean inTransaction)
            throws InterruptedException {
        long now = clock.nanoTime();
        if (!broken) {
            broken = true;
            brokenSinceNanos = now;
            servers.beginAt(server.endpoint());
            // outside a transaction, two keep-alive periods suffice: an idle stream makes no progress
            long stableNanos = inTransaction ? timeout.toNanos() : Math.min(timeout.toNanos(), MIN_STABLE_NANOS);
            if (progress != progressAtBreak || now - reconnectedAtNanos >= stableNanos) {
                servers.clearSkipped();
                progressAtBreak = progress;
                brokenBeforeNanos = 0;
                brokenAt = Instant.now();
                reason = String.valueOf(cause.getMessage());
                serverBefore = server;
                attempts = 0;
                gapListed = false;
                pauseMillis = FIRST_PAUSE_MILLIS;
            }
        }
        if (brokenBeforeNanos + now - brokenSinceNanos >= timeout.toNanos()
                || closing.await(pauseMillis, TimeUnit.MILLISECONDS)) {
            return false;
        }
        pauseMillis = Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS);
        attempts++;
        return true;
    }

    void onReconnected(FollowedServer newServer, StreamGap.ResumedBy resumedBy, long progress) {
        FollowedServer oldServer = serverBefore;
        progressAtReconnect = progress;
        if (broken && oldServer != null) {
            broken = false;
            reconnectedAtNanos = clock.nanoTime();
            brokenBeforeNanos += reconnectedAtNanos - brokenSinceNanos;
            add(new StreamGap(
                    brokenAt,
                    brokenBeforeNanos / 1e9,
                    attempts,
                    reason,
                    oldServer.describe(),
                    newServer.describe(),
                    resumedBy,
                    newServer.changes() == oldServer.changes() ? null : newServer.clockOffset()));
        }
    }

    boolean isBroken() {
        return broken;
    }

    int attempts() {
        return attempts;
    }

    synchronized List<StreamGap> gaps() {
        return List.copyOf(gaps);
    }

    private synchronized void add(StreamGap gap) {
        if (gapListed) {
            gaps.set(gaps.size() - 1, gap);
        } else if (gaps.size() < MAX_GAPS) {
            gaps.add(gap);
            gapListed = true;
        }
    }
}
