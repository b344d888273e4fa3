// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.link;

import io.github.cdctester.internal.cluster.message.Message;

/** Calls between a coordinator and worker nodes: encrypted, in order, both ways, and it is told when one ends. */
public interface Link extends AutoCloseable {

    /** Is told what comes; never two calls for one member at once. Must not wait. */
    interface Receiver {

        /**
         * A message.
         *
         * @param from who sent it
         * @param message what it says
         */
        void received(Member from, Message message);

        /**
         * The call has ended, or could not be made.
         *
         * @param who with whom
         * @param why in words
         */
        void gone(Member who, String why);
    }

    /**
     * The other end of a call.
     *
     * @param id different from all others, also of one that was at the same address before
     * @param address host and port
     */
    record Member(String id, String address) {}

    /**
     * Sends a message; who has gone does not get it.
     *
     * @param to one of the members
     * @param message what it says
     */
    void send(Member to, Message message);

    /**
     * Ends a call; its receiver is not told any more of it.
     *
     * @param with one of the members
     */
    void hangUp(Member with);

    /** Ends all calls. */
    @Override
    void close();
}
