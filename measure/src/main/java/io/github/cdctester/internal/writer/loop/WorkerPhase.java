// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The event that a worker of an event loop waits for. */
enum WorkerPhase {
    CONNECTING,
    IDLE,

    /** The worker waits for the response to a statement. */
    STATEMENT,

    /** The worker waits for the response to a ping on an idle connection. */
    PING,

    /** The worker waits for the response to a ping that tests the connection after an error. */
    TEST,

    ROLLBACK,

    /** The worker pauses before the next attempt. */
    PAUSE,
    ENDED;

    /** The next step of a worker after it has reconnected. */
    enum Next {
        NOTHING,
        ANOTHER_ATTEMPT,
        REPORT_UNKNOWN_OUTCOME,
        COMPLETION
    }
}
