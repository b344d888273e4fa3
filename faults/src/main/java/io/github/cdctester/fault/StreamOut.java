// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;

/** Receives the events of a dump after a fault. */
public interface StreamOut {

    /** The longest payload of a packet; a payload of that length continues in the next packet. */
    int FULL_PACKET_BYTES = 0xFFFFFF;

    /** A whole transaction. */
    void transaction(StreamTransaction transaction) throws IOException;

    /** One event. */
    void event(StreamEvent event) throws IOException;

    /** Sends a packet with any payload, with the next number of the protocol; not longer than a packet can be. */
    void packet(byte[] payload) throws IOException;

    /** Bytes that are no packet. */
    void raw(byte[] bytes) throws IOException;
}
