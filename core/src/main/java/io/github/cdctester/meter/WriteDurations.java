// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

/**
 * The durations of the write side's transactions.
 *
 * @param latency commit acknowledged minus intended start: the response time
 * @param startDelay start minus intended start; empty in a closed loop
 * @param serviceTime commit acknowledged minus start; in a closed loop the same as {@code latency}
 */
public record WriteDurations(Distribution latency, Distribution startDelay, Distribution serviceTime) {

    /** Nothing was measured. */
    static final WriteDurations NOTHING =
            new WriteDurations(Distribution.EMPTY, Distribution.EMPTY, Distribution.EMPTY);

    /**
     * Adds other transactions.
     *
     * @param more durations of other transactions
     * @return both together
     */
    public WriteDurations plus(WriteDurations more) {
        return new WriteDurations(
                latency.plus(more.latency), startDelay.plus(more.startDelay), serviceTime.plus(more.serviceTime));
    }
}
