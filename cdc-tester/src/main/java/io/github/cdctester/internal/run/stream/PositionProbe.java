// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Queries the end of a log in its own thread, so that a slow server does not delay the samples. */
final class PositionProbe implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 1_000;
    private static final long FREQUENT_INTERVAL_MILLIS = 100;

    private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);

    private final String logName;
    private final List<FollowedStream> streams;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::queryUntilClosed, "cdc-tester-position-probe");

    private volatile long intervalMillis = INTERVAL_MILLIS;
    private volatile @Nullable ServerConnection connection;
    private final AtomicLong reconnects = new AtomicLong();
    private volatile @Nullable Throwable failure;

    private PositionProbe(String logName, List<FollowedStream> streams) {
        this.logName = logName;
        this.streams = List.copyOf(streams);
        thread.setDaemon(true);
    }

    static PositionProbe start(String logName, List<FollowedStream> streams) {
        PositionProbe probe = new PositionProbe(logName, streams);
        probe.thread.start();
        return probe;
    }

    long reconnects() {
        return reconnects.get();
    }

    /** Takes effect after the next query. */
    void setFrequent(boolean isFrequent) {
        intervalMillis = isFrequent ? FREQUENT_INTERVAL_MILLIS : INTERVAL_MILLIS;
    }

    @Override
    public void close() {
        closing.countDown();
        do {
            ServerConnection currentConnection = connection;
            if (currentConnection != null) {
                currentConnection.close(); // ends a query to a server that does not answer
            } else {
                thread.interrupt(); // ends a connection attempt
            }
        } while (!Threads.await(thread, RETRY_INTERVAL));
    }

    private void queryUntilClosed() {
        boolean isBroken = false;
        try {
            do {
                FollowedServer followed = streams.get(0).followedServer();
                try (ServerConnection newConnection = ServerConnection.open(followed.endpoint())) {
                    connection = newConnection;
                    if (isBroken) {
                        reconnects.incrementAndGet();
                        isBroken = false;
                    }
                    query(
                            followed,
                            ServerInspector.of(newConnection, EpochMicrosClock.SYSTEM)
                                    .forLog(logName));
                } catch (IOException | RunFailedException e) {
                    // the stream and the writers report a lost server; here the lag is only unknown
                    streams.forEach(stream -> stream.lag().setUnknown());
                    isBroken = true;
                } finally {
                    connection = null;
                }
            } while (!closing.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /** A lost connection is not a failure here: streams and writers report it. */
    void failIfBroken() {
        FirstFailure.throwAsRunFailure(failure, cause -> "querying the end of " + logName + " failed: " + cause);
    }

    /** Ends when the first stream moves to another server, or the server is replaced. */
    private void query(FollowedServer followed, ServerInspector inspector) throws IOException, InterruptedException {
        do {
            if (!streams.get(0).followedServer().equals(followed)
                    || !inspector.info().isSameServerAs(followed.info())) {
                streams.forEach(stream -> stream.lag().setUnknown());
                return;
            }
            LogEnd end = inspector.logEnd();
            for (FollowedStream stream : streams) {
                stream.recordLogEnd(end, followed, inspector);
            }
        } while (!closing.await(intervalMillis, TimeUnit.MILLISECONDS));
    }
}
