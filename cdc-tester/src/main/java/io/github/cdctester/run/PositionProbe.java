// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.binlog.FollowedServer;
import io.github.cdctester.binlog.Subscriber;
import io.github.cdctester.binlog.connection.ServerConnection;
import io.github.cdctester.binlog.connection.ServerInspector;
import io.github.cdctester.binlog.position.LogEnd;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.meter.BinlogMeter;
import io.github.cdctester.time.EpochMicrosClock;
import java.io.IOException;

/**
 * Asks the server that is followed once a second where its log ends, and so how far behind the subscriber is. A thread of
 * its own, so that a server that is slow to answer does not hold up the samples. A connection that is lost is made again.
 */
final class PositionProbe implements AutoCloseable {

    /** Not known. */
    static final long UNKNOWN = -1;

    private static final long INTERVAL_MILLIS = 1_000;

    private final Subscriber subscriber;
    private final BinlogMeter meter;
    private final Thread thread = new Thread(this::follow, "cdc-tester-position-probe");

    private volatile long behindBytes = UNKNOWN;

    private PositionProbe(Subscriber subscriber, BinlogMeter meter) {
        this.subscriber = subscriber;
        this.meter = meter;
        thread.setDaemon(true);
    }

    static PositionProbe start(Subscriber subscriber, BinlogMeter meter) {
        PositionProbe probe = new PositionProbe(subscriber, meter);
        probe.thread.start();
        return probe;
    }

    /** Bytes of the log that the subscriber had not completed when last asked, or {@link #UNKNOWN}. */
    long behindBytes() {
        return behindBytes;
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    ask(subscriber.followed());
                } catch (IOException | RuntimeException e) {
                    // the stream and the writers report a server that is gone; here the number is just not known
                    behindBytes = UNKNOWN;
                }
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the connection breaks, or the stream comes from elsewhere. */
    private void ask(FollowedServer followed) throws IOException, InterruptedException {
        try (ServerConnection connection = ServerConnection.open(followed.endpoint())) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            while (isStillFollowed(followed) && inspector.info().isSameServerAs(followed.info())) {
                LogEnd end = inspector.logEnd();
                LogPosition ours = meter.snapshot().position();
                boolean ahead = ours.file().isEmpty()
                        || ours.isAtOrAfter(
                                end.position().file(), end.position().offset());
                long behind = ahead ? 0 : inspector.bytesBetween(ours, end.position());
                boolean known = isStillFollowed(followed) && !(ours.file().isEmpty() && followed.changes() > 0);
                behindBytes = known ? behind : UNKNOWN;
                subscriber.offer(end, followed);
                Thread.sleep(INTERVAL_MILLIS);
            }
        }
        behindBytes = UNKNOWN;
    }

    private boolean isStillFollowed(FollowedServer followed) {
        return subscriber.followed().changes() == followed.changes();
    }
}
