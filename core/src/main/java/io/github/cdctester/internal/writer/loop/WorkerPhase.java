// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** What a worker of an event loop waits for. */
enum WorkerPhase {
    CONNECTING,
    IDLE,

    /** The response to a statement is awaited. */
    STATEMENT,

    /** The response to a ping is awaited, which shows whether the connection survived an error. */
    TEST,

    ROLLBACK,

    /** The next attempt waits for a time. */
    PAUSE,
    ENDED;

    /** What follows when a worker has a connection again. */
    enum Next {
        NOTHING,
        ANOTHER_ATTEMPT,
        REPORT_UNKNOWN_OUTCOME,
        COMPLETION
    }
}
