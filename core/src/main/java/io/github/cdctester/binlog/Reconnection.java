// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.binlog.connection.ConnectFailure;
import io.github.cdctester.binlog.connection.ServerInfo;
import io.github.cdctester.binlog.event.ServerErrorException;
import io.github.cdctester.binlog.event.StreamProtocolException;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether, when and how often a broken stream is connected again. Confined to the reader's thread, but for the list. */
final class Reconnection {

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final int MOST_GAPS = 1_000;

    private final Duration patience;
    private final CountDownLatch closing;
    private final List<StreamGap> gaps = new ArrayList<>();

    private long brokenSinceNanos;
    private Instant brokenAt = Instant.EPOCH;
    private String reason = "";
    private int attempts;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private boolean broken;

    Reconnection(Duration patience, CountDownLatch closing) {
        this.patience = patience;
        this.closing = closing;
    }

    /** Whether what happened can be mended by another connection. */
    static boolean isWorthwhile(Throwable cause) {
        if (cause instanceof RunFailedException && cause.getCause() instanceof IOException notConnected) {
            return !ConnectFailure.isRefusedLogin(notConnected);
        }
        // an error that the server puts into the stream says that it will not go on: purged logs, lost privileges; but
        // for its own shutdown and the end of its dump thread
        if (cause instanceof ServerErrorException error) {
            return error.isAboutThisConnection();
        }
        return cause instanceof IOException && !(cause instanceof StreamProtocolException);
    }

    /**
     * Waits before the next attempt.
     *
     * @return whether to try; if not, the patience is at its end or the subscriber is being closed
     */
    boolean awaitNextAttempt(Throwable cause) throws InterruptedException {
        long now = System.nanoTime();
        if (!broken) {
            broken = true;
            brokenSinceNanos = now;
            brokenAt = Instant.now();
            reason = String.valueOf(cause.getMessage());
            attempts = 0;
            pauseMillis = FIRST_PAUSE_MILLIS;
        }
        if (now - brokenSinceNanos >= patience.toNanos() || closing.await(pauseMillis, TimeUnit.MILLISECONDS)) {
            return false;
        }
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        attempts++;
        return true;
    }

    /** The stream goes on. */
    void mended() {
        if (broken) {
            broken = false;
            add(new StreamGap(brokenAt, (System.nanoTime() - brokenSinceNanos) / 1e9, attempts, reason));
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
        if (gaps.size() < MOST_GAPS) {
            gaps.add(gap);
        }
    }

    /** In position mode the log must be the same server's. */
    static void checkSameServer(ServerInfo before, ServerInfo now) {
        if (!before.serverUuid().equals(now.serverUuid())) {
            throw new RunFailedException("another server answers now (server_uuid " + now.serverUuid() + ", before "
                    + before.serverUuid() + "): a position in the log of the one means nothing to the other");
        }
    }

    static @Nullable String whyNot(LogPosition position) {
        return position.offset() > 0xFFFF_FFFFL
                ? "the last complete transaction ends at " + position + ", and a dump cannot begin beyond 4 GiB"
                : null;
    }
}
