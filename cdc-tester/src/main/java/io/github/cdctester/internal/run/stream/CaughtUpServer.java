// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;

/** Waits after a failover until the stream's new server has all transactions that the run wrote to the other server. */
final class CaughtUpServer {

    private static final long POLL_NANOS = 100_000_000;

    private final FollowedStream stream;
    private final LogEnd writtenEnd;
    private final FollowedServer writtenServer;
    private FollowedServer currentServer;
    private LogEnd currentEnd;

    /** @param writtenEnd end of the log of {@code writtenServer}; no writer of the run is active on this server */
    CaughtUpServer(FollowedStream stream, LogEnd writtenEnd, FollowedServer writtenServer) {
        this.stream = stream;
        this.writtenEnd = writtenEnd;
        this.writtenServer = writtenServer;
        currentServer = stream.followedServer();
        currentEnd = isWrittenServer() ? writtenEnd : stream.server().logEnd(currentServer);
    }

    /** Waits at most {@link Defaults#RESUME_TIMEOUT}. */
    void await(RunListener listener, StopSignal stop) throws InterruptedException {
        long fromNanos = System.nanoTime();
        String announcedAddress = "";
        while (!isWrittenServer() && !includesWrites()) {
            String address = currentServer.endpoint().address();
            if (!address.equals(announcedAddress)) {
                listener.step("waiting for " + address + " to receive the transactions of "
                        + writtenServer.endpoint().address());
                announcedAddress = address;
            }
            stream.subscription().failIfBroken();
            if (System.nanoTime() - fromNanos > Defaults.RESUME_TIMEOUT.toNanos() || stop.await(POLL_NANOS)) {
                throw new RunFailedException("the stream has moved to " + currentServer.describe()
                        + ", which lacks transactions of "
                        + writtenServer.endpoint().address()
                        + (stop.isRaised()
                                ? "; stopped while waiting for them"
                                : ", and did not receive them in time"));
            }
            currentServer = stream.followedServer();
            currentEnd = stream.server().logEnd(currentServer);
        }
    }

    private boolean isWrittenServer() {
        return currentServer.changes() == writtenServer.changes();
    }

    private boolean includesWrites() {
        return ExecutedGtids.includes(
                currentEnd.gtidSet(), writtenEnd.gtidSet(), writtenServer.info().isMariaDb());
    }

    FollowedServer server() {
        return currentServer;
    }

    LogEnd logEnd() {
        return currentEnd;
    }
}
