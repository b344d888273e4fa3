// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** State of a worker of an event loop. */
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

    /** The next action of a worker that has a connection again. */
    enum Next {
        NOTHING,
        ANOTHER_ATTEMPT,
        REPORT_UNKNOWN_OUTCOME,
        COMPLETION
    }
}
