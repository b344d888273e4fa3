// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

/** A recorded log that is served again: consumers are to show all of it. */
public interface PlayedLog {

    /** When what ends at a place was there, in µs since the epoch; asked in the order of the log. */
    long dueMicros(String file, long end);

    /** When it began to go on, in µs since the epoch. */
    long startedMicros();

    /** How long it took to record. */
    double recordedSeconds();
}
