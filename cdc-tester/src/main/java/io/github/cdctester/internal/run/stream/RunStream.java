// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.StopSignal;
import java.time.Duration;

/** What the conductor sees of the streams of a run, one or many. */
public interface RunStream {

    /** The measured part begins, in every stream, with what is written after this call. Nobody of the run writes meanwhile. */
    void openWindow(CatchUp catchUp) throws InterruptedException;

    /** From here on a server that is away is waited for less. */
    void hurry(Duration patience, StopSignal stop);

    /** Takes what the streams must show before everything that has been committed by now has been seen in all of them. */
    Goal goal(Duration patience);

    /**
     * Ends reading for a while, behind the last complete transaction of each stream. It is planned, and so no gap. What is written
     * meanwhile piles up at the server.
     */
    void pauseReading();

    /** Reads on where the streams stood; nothing happens where they are being read. */
    void readOn();

    /** Has the ends of the logs asked for ten times a second in place of once. */
    void watchEnds(boolean closely);

    /**
     * How far the streams have come, all together.
     *
     * @return what was read, and what is still to come as far as is known; asks nobody
     */
    StreamProgressTracker headway();

    /** Throws what broke one of them, or whoever looks after them; an {@link Error} as it is. */
    void failIfBroken();

    /** Ends the readers only, so that their last numbers can be read. */
    void stopReading();
}
