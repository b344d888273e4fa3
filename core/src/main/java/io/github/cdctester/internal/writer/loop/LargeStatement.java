// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Cuts a command with a long argument into packets, and these into pieces, without copying the whole argument. */
final class LargeStatement {

    private static final int FULL_PACKET = 0xFF_FFFF;
    private static final int PIECE_BYTES = 1 << 16;
    private static final int HEADER_BYTES = 4;
    private static final byte[] NOTHING = {};
    private static final ByteBuffer NO_PIECE = ByteBuffer.allocate(0);

    private ByteBuffer piece = NO_PIECE;
    private byte[] argument = NOTHING;
    private int next;
    private byte command;

    /** Number of bytes of the payload that no packet contains yet, the command included; -1 if the last packet has begun. */
    private long unpackedBytes = -1;

    private int packetLeft;
    private int sequence;
    private boolean sendsCommand;

    void begin(byte newCommand, byte[] newArgument, int from, int length) {
        command = newCommand;
        argument = newArgument;
        next = from;
        unpackedBytes = 1L + length;
        packetLeft = 0;
        sequence = 0;
        sendsCommand = true;
        if (piece.capacity() == 0) {
            piece = ByteBuffer.allocate(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    boolean hasNext() {
        return unpackedBytes >= 0 || packetLeft > 0;
    }

    /** Returns the next piece. It is overwritten by the next call. */
    ByteBuffer next() {
        piece.clear();
        while (hasNext() && piece.remaining() > HEADER_BYTES) {
            if (packetLeft == 0) {
                beginPacket();
            }
            if (sendsCommand) {
                sendsCommand = false;
                piece.put(command);
                packetLeft--;
            }
            int count = Math.min(packetLeft, piece.remaining());
            piece.put(argument, next, count);
            next += count;
            packetLeft -= count;
        }
        if (!hasNext()) {
            argument = NOTHING;
        }
        return piece.flip();
    }

    /** A packet of maximum size is followed by another one, which may be empty. */
    private void beginPacket() {
        packetLeft = (int) Math.min(unpackedBytes, FULL_PACKET);
        unpackedBytes = packetLeft == FULL_PACKET ? unpackedBytes - FULL_PACKET : -1;
        piece.putInt(packetLeft | sequence++ << 24);
    }
}
