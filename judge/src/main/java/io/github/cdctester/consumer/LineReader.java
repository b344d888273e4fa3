// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.UnreadableLine.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one format. A reader may have state, and must be used by one thread at a time. */
interface LineReader {

    /** Reads a nonempty line. */
    Reading read(ConsumerMessage message);

    /**
     * Describes the stamp of the last row or, if the row has no stamp column, the most similar column; empty if the columns are
     * unknown.
     */
    default String stampHint() {
        return "";
    }

    /**
     * The contents of a line.
     *
     * @param changes empty for a line without a change and for an invalid line
     * @param problem why the line is invalid; {@code null} if it is valid
     */
    record Reading(List<Change> changes, @Nullable Problem problem) {

        /** A line without a change, such as a heartbeat or a tombstone. */
        static final Reading NOTHING = new Reading(List.of(), null);

        static Reading of(Change change) {
            return new Reading(List.of(change), null);
        }

        static Reading unreadable(Problem problem) {
            return new Reading(List.of(), problem);
        }
    }
}
