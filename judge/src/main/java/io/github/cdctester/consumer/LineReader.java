// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.UnreadableLine.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one format. It may have state, and is used by one thread at a time. */
interface LineReader {

    /** Reads a line, which is not empty. */
    Reading read(ConsumerMessage message);

    /** Describes the columns of the last row without a stamp, for a message; empty if they are not known. */
    default String stampSought() {
        return "";
    }

    /**
     * The contents of a line.
     *
     * @param changes empty for a line without a change, and for an invalid one
     * @param problem why it is invalid; {@code null} if it is valid
     */
    record Reading(List<Change> changes, @Nullable Problem problem) {

        /** A line about no change: a heartbeat, a tombstone. */
        static final Reading NOTHING = new Reading(List.of(), null);

        static Reading of(Change change) {
            return new Reading(List.of(change), null);
        }

        static Reading unreadable(Problem problem) {
            return new Reading(List.of(), problem);
        }
    }
}
