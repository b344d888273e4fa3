// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads on a worker node as a member of a consumer group. Found by {@link java.util.ServiceLoader}. */
public interface GroupReader {

    /** A line with its offset in its partition; a tombstone has no value. */
    record ReportedLine(
            long offset, @Nullable String key, @Nullable String value) {}

    /** Receives lines. */
    interface Taker {

        /**
         * Returns when the judge has these lines, each partition's in order; false if reading is to end.
         *
         * @param belongs whether the group has begun, and this member belongs to it
         */
        boolean take(Map<String, List<ReportedLine>> lines, boolean belongs) throws InterruptedException;
    }

    /** Reads until reading ends, and stores exactly the offsets of taken lines. */
    void read(Map<String, String> source, Taker taker) throws InterruptedException;
}
