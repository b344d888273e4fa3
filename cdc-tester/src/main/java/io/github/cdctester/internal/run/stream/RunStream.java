// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;

/** Operations on all streams of a run. */
public interface RunStream {

    /**
     * Starts the measured part in each stream, after all writes that precede this call. No writer of the run is active during the
     * call. After a failover, waits until the current server has received the earlier writes.
     */
    void openWindow(RunListener listener, StopSignal stop) throws InterruptedException;

    /** Shortens the waits for unreachable servers. A stop request also ends these waits. */
    void limitTimeout(Duration timeout, StopSignal stop);

    /** Returns the goal of receiving everything committed before this call. Writes a heartbeat within {@code timeout}. */
    Goal goal(Duration timeout);

    /**
     * Pauses reading after the last complete transaction of each stream. New writes accumulate on the server. A planned pause is
     * not recorded as a gap.
     */
    void pauseReading();
    /** Resumes reading after {@link #pauseReading()}. */
    void resumeReading();

    /** Sets how often the ends of the logs are queried: ten times per second if {@code isFrequent} is true, otherwise once. */
    void setFrequentEndQueries(boolean isFrequent);

    /** Returns the known progress of all streams together, without a query. */
    LogProgress progress();

    /** Throws the failure of a stream, node, position probe or heartbeat writer, if any. An {@link Error} is thrown unchanged. */
    void failIfBroken();

    void stopReading();
}
