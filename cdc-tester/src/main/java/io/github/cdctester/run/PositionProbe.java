// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.binlog.connection.ServerConnection;
import io.github.cdctester.binlog.connection.ServerInspector;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.meter.BinlogMeter;
import io.github.cdctester.time.EpochMicrosClock;
import java.io.IOException;

/**
 * Asks the server once a second where its log ends, and so how far behind the subscriber is. A thread of its own, so that a
 * server that is slow to answer does not hold up the samples.
 */
final class PositionProbe implements AutoCloseable {

    /** Not known. */
    static final long UNKNOWN = -1;

    private static final long INTERVAL_MILLIS = 1_000;

    private final Endpoint endpoint;
    private final BinlogMeter meter;
    private final Thread thread = new Thread(this::follow, "cdc-tester-position-probe");

    private volatile long behindBytes = UNKNOWN;

    private PositionProbe(Endpoint endpoint, BinlogMeter meter) {
        this.endpoint = endpoint;
        this.meter = meter;
        thread.setDaemon(true);
    }

    static PositionProbe start(Endpoint endpoint, BinlogMeter meter) {
        PositionProbe probe = new PositionProbe(endpoint, meter);
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
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            while (!Thread.currentThread().isInterrupted()) {
                LogPosition end = inspector.logEnd().position();
                LogPosition ours = meter.snapshot().position();
                boolean ahead = ours.file().isEmpty() || ours.isAtOrAfter(end.file(), end.offset());
                behindBytes = ahead ? 0 : inspector.bytesBetween(ours, end);
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            // the stream and the writers report a server that is gone; here the number is just not known any more
            behindBytes = UNKNOWN;
        }
    }
}
