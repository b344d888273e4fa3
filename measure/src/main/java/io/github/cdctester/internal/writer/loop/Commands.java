// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Packets of the commands that do not belong to a transaction. */
final class Commands {

    private static final byte[] QUIT = packet((byte) 0x01, "");
    private static final byte[] PING = packet((byte) 0x0E, "");
    private static final byte[] ROLLBACK = packet((byte) 0x03, "ROLLBACK");

    private Commands() {}

    private static byte[] packet(byte command, String argument) {
        byte[] text = argument.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) (1 + text.length))
                .put(new byte[3])
                .put(command)
                .put(text)
                .array();
    }

    static ByteBuffer quit() {
        return ByteBuffer.wrap(QUIT);
    }

    static ByteBuffer ping() {
        return ByteBuffer.wrap(PING);
    }

    static ByteBuffer rollback() {
        return ByteBuffer.wrap(ROLLBACK);
    }
}
