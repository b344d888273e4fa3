// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.meter.StreamMeter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Progress of a stream: counters since its start, by the coordinator's clock, and delays since the update before. */
public record StreamUpdate(StreamMeter.Report report, Reader reader) {

    /**
     * State of the reader.
     *
     * @param connected whether it has a connection that is not known to be broken
     * @param connectionId the server's number of the connection
     * @param cpuNanos CPU time of its thread, or -1
     * @param pending acknowledged commits that have not been seen
     * @param gaps interruptions that were resumed; {@code null} where they have not changed
     */
    public record Reader(
            boolean connected,
            long connectionId,
            long cpuNanos,
            long pending,
            @Nullable List<StreamGap> gaps) {}
}
