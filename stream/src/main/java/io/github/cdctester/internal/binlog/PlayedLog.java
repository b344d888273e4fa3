// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

/** A log that is played back from a recording, not written by a server. Safe for use by several threads. */
public interface PlayedLog {

    /** Returns the time when playback started, in µs since the epoch. */
    long startedMicros();

    /**
     * Returns the time when the events up to an offset became readable, in µs since the epoch. Calls must follow the log's order.
     */
    long readableMicros(String file, long endOffset);

    /** Returns the time from the first to the last recorded event, in seconds. */
    double recordedSeconds();
}
