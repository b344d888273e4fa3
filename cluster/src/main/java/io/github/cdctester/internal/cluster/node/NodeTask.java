// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;

/** A task of the coordinator, in a thread of its own. */
interface NodeTask extends AutoCloseable {

    /** Queues a message of the coordinator. */
    void ask(Message message);

    /** Ends the task without an answer. */
    @Override
    void close();

    boolean isAlive();

    /** Waits until the connections of the task are closed. */
    void join() throws InterruptedException;

    /** A failure in words. */
    static String words(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
