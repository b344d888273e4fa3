// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a consumer's lines on a worker node, as a member of a Kafka consumer group. {@link java.util.ServiceLoader} loads the
 * implementation.
 */
public interface GroupReader {

    /** A line with its offset in its partition. The value of a tombstone is {@code null}. */
    record ReportedLine(
            long offset, @Nullable String key, @Nullable String value) {}

    interface LineReceiver {

        /**
         * Passes lines to the judge, by partition and in order of their offsets. Returns after the judge has received them: true
         * to continue, false if reading must end.
         *
         * @param isMember whether the group has started and this reader is a member
         */
        boolean receive(Map<String, List<ReportedLine>> lines, boolean isMember) throws InterruptedException;
    }

    /** Reads until {@code receiver} returns false. Commits only the offsets of lines that {@code receiver} has received. */
    void read(Map<String, String> source, LineReceiver receiver) throws InterruptedException;
}
