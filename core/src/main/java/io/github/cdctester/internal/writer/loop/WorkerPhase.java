// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The event that a worker of an event loop waits for. */
enum WorkerPhase {
    CONNECTING,
    IDLE,

    /** The response to a statement is awaited. */
    STATEMENT,

    /** The response to a ping on an idle connection is awaited. */
    PING,

    /** The response to a ping is awaited, which shows whether the connection survived an error. */
    TEST,

    ROLLBACK,

    /** The next attempt waits for a time. */
    PAUSE,
    ENDED;

    /** The step of a worker after it has a connection again. */
    enum Next {
        NOTHING,
        ANOTHER_ATTEMPT,
        REPORT_UNKNOWN_OUTCOME,
        COMPLETION
    }
}
