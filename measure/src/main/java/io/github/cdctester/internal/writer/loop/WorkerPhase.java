// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The event that a worker of an event loop waits for. */
enum WorkerPhase {
    CONNECTING,
    IDLE,

    STATEMENT,

    /** Waits for the response to a ping on an idle connection. */
    PING,

    /** Waits for the response to a ping after an error. */
    TEST,

    ROLLBACK,

    PAUSE,
    ENDED;

    /** The next step after a reconnect. */
    enum Next {
        NOTHING,
        ANOTHER_ATTEMPT,
        REPORT_UNKNOWN_OUTCOME,
        COMPLETION
    }
}
