// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

/** Observes the start of a stream, and can stop it. Called in the thread that waits for the start. */
public interface StartWatch {

    /** Ignores the progress and never stops the start. */
    StartWatch NONE = new StartWatch() {};

    /** Reports that the log before the start is being read, which can take minutes. Called at most once. */
    default void onReadBeforeStart() {}

    /** Returns true to stop the start. */
    default boolean isStopped() {
        return false;
    }
}
