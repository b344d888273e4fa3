// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.run.RunListener;
import java.time.Duration;

/** The streams of a run as its conductor sees them, one or many. */
public interface RunStream {

    /**
     * Begins the measured part, in every stream, with what is written after this call. Nobody of the run writes meanwhile. A
     * server where a stream has gone on is waited for until it has what was written before.
     */
    void openWindow(RunListener listener, StopSignal stop) throws InterruptedException;

    /** From here on a server that is away is waited for less. */
    void hurry(Duration timeout, StopSignal stop);

    /** The places that the streams must reach to have shown all that has been committed by now. */
    Goal goal(Duration timeout);

    /**
     * Ends reading for a while, behind the last complete transaction of each stream. It is planned, and so no gap. What is
     * written meanwhile piles up at the server.
     */
    void pauseReading();

    void readOn();

    /** Has the ends of the logs asked for ten times a second in place of once. */
    void watchEnds(boolean closely);

    /** How far all streams together have come, as far as is known; asks nobody. */
    LogProgress progress();

    /** Throws what broke one of them, or whoever looks after them; an {@link Error} as it is. */
    void failIfBroken();

    void stopReading();
}
