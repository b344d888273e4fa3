// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.internal.cluster.message.Message;

/** Connections between a coordinator and worker nodes: encrypted, in order, both ways. */
public interface Transport extends AutoCloseable {

    /** Takes what arrives: one call at a time for each peer. Must not block. */
    interface Receiver {

        /** A message of a peer. */
        void received(Peer from, Message message);

        /** The connection has ended, or could not be made. */
        void disconnected(Peer who, String why);
    }

    /** The other end of a connection. */
    record Peer(String id, String address) {}

    /** Sends a message; it is dropped where the connection has ended. */
    void send(Peer to, Message message);

    /** Ends a connection, without telling the receiver. */
    void disconnect(Peer with);

    /** Ends all connections. */
    @Override
    void close();
}
