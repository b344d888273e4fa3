// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Splits a command with a long argument into packets, and the packets into pieces, without copying the whole argument. */
final class LargeStatement {

    private static final int MAX_PACKET_BYTES = 0xFF_FFFF;
    private static final int PIECE_BYTES = 1 << 16;
    private static final int HEADER_BYTES = 4;
    private static final byte[] NO_ARGUMENT = {};
    private static final ByteBuffer NO_PIECE = ByteBuffer.allocate(0);

    private ByteBuffer piece = NO_PIECE;
    private byte[] argument = NO_ARGUMENT;
    private int nextIndex;
    private byte command;

    /** Includes the command; -1 after the last packet has begun. */
    private long unpackedBytes = -1;

    private int packetBytesLeft;
    private int sequence;
    private boolean sendsCommand;

    void begin(byte newCommand, byte[] newArgument, int from, int length) {
        command = newCommand;
        argument = newArgument;
        nextIndex = from;
        unpackedBytes = 1L + length;
        packetBytesLeft = 0;
        sequence = 0;
        sendsCommand = true;
        if (piece.capacity() == 0) {
            piece = ByteBuffer.allocate(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    boolean hasNext() {
        return unpackedBytes >= 0 || packetBytesLeft > 0;
    }

    /** The next call overwrites the piece. */
    ByteBuffer next() {
        piece.clear();
        while (hasNext() && piece.remaining() > HEADER_BYTES) {
            if (packetBytesLeft == 0) {
                beginPacket();
            }
            if (sendsCommand) {
                sendsCommand = false;
                piece.put(command);
                packetBytesLeft--;
            }
            int count = Math.min(packetBytesLeft, piece.remaining());
            piece.put(argument, nextIndex, count);
            nextIndex += count;
            packetBytesLeft -= count;
        }
        if (!hasNext()) {
            argument = NO_ARGUMENT;
        }
        return piece.flip();
    }

    /** After a packet of maximum size, another packet follows, which may be empty. */
    private void beginPacket() {
        packetBytesLeft = (int) Math.min(unpackedBytes, MAX_PACKET_BYTES);
        unpackedBytes = packetBytesLeft == MAX_PACKET_BYTES ? unpackedBytes - MAX_PACKET_BYTES : -1;
        piece.putInt(packetBytesLeft | sequence++ << 24);
    }
}
