// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.io.IOException;

/** Exchanges packets with the other side of a connection. */
public interface Packets {

    /** Waits for a packet, and returns its payload. */
    byte[] read() throws IOException;

    void write(byte[] payload) throws IOException;
}
