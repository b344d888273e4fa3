// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

/** A log that is played back from a recording. Thread-safe. */
public interface PlayedLog {

    /** Returns the start of the playback in µs since the epoch. */
    long startedMicros();

    /** Returns µs since the epoch. Calls must follow the log's order. */
    long readableMicros(String file, long endOffset);

    double recordedSeconds();
}
