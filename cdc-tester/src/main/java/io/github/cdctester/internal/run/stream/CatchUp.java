// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.run.RunListener;

/**
 * Opens the measured part of a stream. Where it has gone on at another server, that one may not have yet what the warm-up has
 * written: then its place is behind that, and is waited for. Nobody of the run writes meanwhile.
 */
public final class CatchUp {

    private static final long LOOK_NANOS = 100_000_000;

    private final RunListener listener;
    private final StopSignal stop;

    public CatchUp(RunListener listener, StopSignal stop) {
        this.listener = listener;
        this.stop = stop;
    }

    /** Opens the window where the log of the stream's server has all of another one's. */
    void openWindow(FollowedStream stream, LogEnd written, FollowedServer of) throws InterruptedException {
        FollowedServer followed = stream.followed();
        LogEnd there =
                followed.changes() == of.changes() ? written : stream.server().logEnd(followed);
        long from = System.nanoTime();
        String waitedFor = "";
        while (followed.changes() != of.changes() && !has(there, written, of)) {
            String address = followed.endpoint().address();
            if (!address.equals(waitedFor)) {
                listener.step("waiting for " + address + " to have what was written at "
                        + of.endpoint().address());
                waitedFor = address;
            }
            stream.failIfBroken();
            if (System.nanoTime() - from > Defaults.RESUME_TIMEOUT.toNanos() || stop.await(LOOK_NANOS)) {
                throw new RunFailedException("the stream has moved to " + followed.describe()
                        + ", which lacks transactions of " + of.endpoint().address()
                        + (stop.isRaised() ? "; stopped while waiting for them" : ", and did not get them in time"));
            }
            followed = stream.followed();
            there = stream.server().logEnd(followed);
        }
        stream.openWindowAt(there, followed);
    }

    private static boolean has(LogEnd there, LogEnd written, FollowedServer of) {
        return ExecutedGtids.includes(
                there.gtidSet(), written.gtidSet(), of.info().isMariaDb());
    }
}
