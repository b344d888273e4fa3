// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;

/** The streams of a run, one or many, with operations on all of them. */
public interface RunStream {

    /**
     * Starts the measured part in each stream, after the writes before this call. No writer of the run is active meanwhile. After
     * a failover, this waits until the current server has the earlier writes.
     */
    void openWindow(RunListener listener, StopSignal stop) throws InterruptedException;

    /** Shortens the waits for unreachable servers. A stop request also ends them. */
    void limitTimeout(Duration timeout, StopSignal stop);

    /** Returns the positions that the streams must reach to contain everything that is committed now. */
    Goal goal(Duration timeout);

    /**
     * Pauses reading after the last complete transaction of each stream. New writes accumulate at the server. A planned pause
     * does not count as a gap.
     */
    void pauseReading();
    /** Continues reading after {@link #pauseReading()}. */
    void resumeReading();

    /** Queries the logs' ends ten times per second if {@code isFrequent}, otherwise once. */
    void setFrequentEndQueries(boolean isFrequent);

    /** Returns the known progress of all streams together, without a query. */
    LogProgress progress();

    /** Throws the failure of a stream or of its helpers; an {@link Error} unchanged. */
    void failIfBroken();

    void stopReading();
}
