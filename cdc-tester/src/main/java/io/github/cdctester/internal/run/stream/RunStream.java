// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;

/** The streams of a run as its conductor sees them, one or many. */
public interface RunStream {

    /**
     * Begins the measured part, in every stream, after the writes before this call. No writer of the run is active meanwhile. After
     * a failover, the present server is waited for until it has earlier writes.
     */
    void openWindow(RunListener listener, StopSignal stop) throws InterruptedException;

    /** From here on a server that is away is waited for less. */
    void hurry(Duration timeout, StopSignal stop);

    /** The places that the streams must reach to have shown all that has been committed by now. */
    Goal goal(Duration timeout);

    /**
     * Pauses reading, after the last complete transaction of each stream. It is planned, and therefore no gap. New writes
     * accumulate at the server.
     */
    void pauseReading();

    void readOn();

    /** Queries the ends of the logs ten times a second instead of once. */
    void watchEnds(boolean closely);

    /** Returns the known progress of all streams together, without a query. */
    LogProgress progress();

    /** Throws the failure of a stream or of its helpers; an {@link Error} unchanged. */
    void failIfBroken();

    void stopReading();
}
