// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The event that a worker of an event loop waits for. */
enum WorkerPhase {
    CONNECTING,

    /** The start of the next transaction. */
    IDLE,

    /** The response to a statement. */
    STATEMENT,

    /** The response to a ping on an idle connection. */
    PING,

    /** The response to a ping that shows whether the connection survived an error. */
    TEST,

    ROLLBACK,

    /** The time of the next attempt. */
    PAUSE,
    ENDED
}
