// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;

/** Operations on all streams of a run. */
public interface RunStream {

    /**
     * Starts the measured part after all earlier writes. No writer of the run is active during the call. After a failover, waits until the
     * current server has received the earlier writes.
     */
    void openWindow(RunListener listener, StopSignal stop) throws InterruptedException;

    /** Shortens the waits for unreachable servers. A stop request also ends these waits. */
    void limitTimeout(Duration timeout, StopSignal stop);

    /** The goal contains everything committed before this call. Writes a heartbeat within {@code timeout}. */
    Goal goal(Duration timeout);

    /** Pauses after the last complete transaction of each stream. A planned pause is not recorded as a gap. */
    void pauseReading();

    void resumeReading();

    /** Ten queries per second if {@code isFrequent} is true, otherwise one. */
    void setFrequentEndQueries(boolean isFrequent);

    /** Updates the counts of streams that worker nodes read. A node that does not answer in time keeps its last report. */
    void renew();

    /** Uses the known positions, without a query. */
    LogProgress progress();

    /** An {@link Error} is thrown unchanged. */
    void failIfBroken();

    void stopReading();

    /** Returns the CPU time of the readers' threads since the start of the measured part in s; -1 if unknown, or without a stream. */
    double readerCpuSeconds();

    long heartbeatReconnects();

    /** Returns the reconnects of connections that query the servers. */
    long probeReconnects();
}
