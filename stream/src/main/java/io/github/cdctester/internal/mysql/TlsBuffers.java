// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import java.nio.ByteBuffer;

/** Used by one connection, or shared by all connections of an event loop. */
public final class TlsBuffers {

    /** Several TLS records of at most 16 KiB, so that one system call can read them. */
    private static final int RECEIVED_BYTES = 1 << 16;

    final ByteBuffer receiveBuffer = ByteBuffer.allocate(RECEIVED_BYTES);

    /** Any record needs 16 KiB and up to 2 KiB for encryption. */
    final ByteBuffer sendBuffer = ByteBuffer.allocate(20 << 10);
}
