// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import java.util.List;

/**
 * What became of a line.
 *
 * @param changes what it says; empty where it says nothing that matters here, or could not be read
 * @param fault why it could not be read; empty where it could
 */
record Reading(List<Change> changes, String fault) {

    /** A line of the consumer's that is about no change: a heartbeat, a tombstone, a snapshot's row. */
    static final Reading NOTHING = new Reading(List.of(), "");

    static Reading of(Change change) {
        return new Reading(List.of(change), "");
    }

    static Reading of(List<Change> changes) {
        return new Reading(List.copyOf(changes), "");
    }

    static Reading fault(String why) {
        return new Reading(List.of(), why);
    }
}
