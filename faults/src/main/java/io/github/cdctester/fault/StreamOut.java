// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;

/** Where the next in line takes what a dump carries. */
public interface StreamOut {

    /** The longest payload of a packet; one that is as long continues in the next packet. */
    int FULL_PACKET_BYTES = 0xFFFFFF;

    /** A whole transaction. */
    void transaction(StreamTransaction transaction) throws IOException;

    /** One event. */
    void event(StreamEvent event) throws IOException;

    /** A packet with any payload, numbered as the protocol wants it; no longer than a packet can be. */
    void packet(byte[] payload) throws IOException;

    /** Bytes that are no packet. */
    void raw(byte[] bytes) throws IOException;
}
