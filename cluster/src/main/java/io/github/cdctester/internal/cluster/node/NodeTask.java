// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;

/** Something that a coordinator has asked for, in a thread of its own. */
interface NodeTask extends AutoCloseable {

    /** The coordinator says something; it is done in its turn. */
    void ask(Message message);

    /** Ends it; nobody wants to hear of it any more. */
    @Override
    void close();

    /** Whether its thread has not ended. */
    boolean isAlive();

    /** Waits until its connections are closed. */
    void join() throws InterruptedException;
}
