// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.UnreadableLine.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one format. May have state, and must be used by one thread at a time. */
interface LineReader {

    /** The line is not empty. */
    Reading read(ConsumerMessage message);

    /** Describes the stamp of the last row, or the most similar column; empty if the columns are unknown. */
    default String stampHint() {
        return "";
    }

    /**
     * @param changes empty for a line without a change and for an invalid line
     * @param problem {@code null} if the line is valid
     */
    record Reading(List<Change> changes, @Nullable Problem problem) {

        /** For a heartbeat or a tombstone, for example. */
        static final Reading NOTHING = new Reading(List.of(), null);

        static Reading of(Change change) {
            return new Reading(List.of(change), null);
        }

        static Reading unreadable(Problem problem) {
            return new Reading(List.of(), problem);
        }
    }
}
