// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;

/** Receives the output of a fault, for the next fault or the client. */
public interface StreamOut {

    /** Maximum payload of a packet in bytes. A payload of this length continues in the next packet. */
    int FULL_PACKET_BYTES = 0xFFFFFF;

    /** Sends a transaction. */
    void transaction(StreamTransaction transaction) throws IOException;

    /** Sends an event. */
    void event(StreamEvent event) throws IOException;

    /** Sends a packet with any payload of up to {@link #FULL_PACKET_BYTES}, with the next sequence number. */
    void packet(byte[] payload) throws IOException;

    /** Sends bytes without a packet header. */
    void raw(byte[] bytes) throws IOException;
}
