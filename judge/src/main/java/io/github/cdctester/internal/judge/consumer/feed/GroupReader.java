// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a consumer's lines on a worker node. {@link java.util.ServiceLoader} loads the implementation. */
public interface GroupReader {

    /** A line with its offset in its partition. {@code value} is null for a tombstone. */
    record ReportedLine(
            long offset, @Nullable String key, @Nullable String value) {}

    interface LineReceiver {

        /**
         * Receives lines by partition, in order of their offsets. Returns after the judge has received them; false ends the
         * reading. {@code isMember} is true after this reader has joined the group.
         */
        boolean receive(Map<String, List<ReportedLine>> lines, boolean isMember) throws InterruptedException;
    }

    /** Reads until {@code receiver} returns false. Commits only offsets of received lines. */
    void read(Map<String, String> source, LineReceiver receiver) throws InterruptedException;
}
