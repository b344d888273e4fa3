// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import java.nio.ByteBuffer;

/** Buffers for encrypted bytes, shared by all connections of one thread. A connection keeps only unprocessed bytes. */
public final class TlsBuffers {

    /** Size of a few records of at most 16 KiB: one system call reads several. */
    private static final int RECEIVED_BYTES = 1 << 16;

    final ByteBuffer receiveBuffer = ByteBuffer.allocate(RECEIVED_BYTES);

    /** More than an engine requires for any record: 16 KiB and up to 2 KiB for encryption. */
    final ByteBuffer sendBuffer = ByteBuffer.allocate(20 << 10);
}
