// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import org.jspecify.annotations.Nullable;

/** Reads the resources that a consumer uses. Used by one thread at a time. */
interface CostSource {

    /**
     * Usage since the consumer's start, or since the first reading of its container. The sums continue when the consumer restarts.
     *
     * @param residentBytes at the time of the reading; 0 if no process runs
     * @param diskReadBytes {@code null} if unknown; the same applies to the following counts
     */
    record Usage(
            double cpuSeconds,
            long residentBytes,
            @Nullable Long diskReadBytes,
            @Nullable Long diskWrittenBytes,
            @Nullable Long receivedBytes,
            @Nullable Long sentBytes) {

        static final Usage NOTHING = new Usage(0, 0, null, null, null, null);

        Usage withNetwork(@Nullable Long received, @Nullable Long sent) {
            return new Usage(cpuSeconds, residentBytes, diskReadBytes, diskWrittenBytes, received, sent);
        }

        /** If a count is unknown in {@code earlier}, its growth is measured from 0. */
        Usage since(Usage earlier) {
            return new Usage(
                    Math.max(0, cpuSeconds - earlier.cpuSeconds),
                    residentBytes,
                    since(diskReadBytes, earlier.diskReadBytes),
                    since(diskWrittenBytes, earlier.diskWrittenBytes),
                    since(receivedBytes, earlier.receivedBytes),
                    since(sentBytes, earlier.sentBytes));
        }

        private static @Nullable Long since(@Nullable Long sum, @Nullable Long earlier) {
            return sum == null || earlier == null ? sum : (Long) Math.max(0, sum - earlier);
        }
    }

    /** @throws NoReading if this reading fails, and no earlier reading succeeded */
    Usage read() throws NoReading, InterruptedException;
}
