// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads responses to statements, from pieces of any size, and skips the rows of result sets. Supports {@code COM_QUERY_RESPONSE}
 * and {@code COM_STMT_EXECUTE_RESPONSE} without {@code CLIENT_DEPRECATE_EOF}. Allocates memory only for errors, and if a needed
 * packet arrives in pieces.
 */
public final class Response {

    /** Size of the array that the responses of one thread share. */
    public static final int SCRATCH_BYTES = 1 << 16;

    /** Receives OK packets that report changes of the session's state. */
    @FunctionalInterface
    public interface StateListener {

        /** The payload is the first {@code length} bytes of the array, which is reused after the call. */
        void stateChanged(byte[] packet, int length);
    }

    private enum Section {
        FIRST,
        COLUMNS,
        END_OF_COLUMNS,
        ROWS
    }

    private static final int HEADER_BYTES = 4;
    private static final int MAX_PACKET_BYTES = 0xFF_FFFF;
    private static final int OK = 0x00;
    private static final int LOCAL_INFILE = 0xFB;
    private static final int END = 0xFE;
    private static final int ERROR = 0xFF;

    /** An end packet has 5 bytes; a row with the same first byte has at least 9. */
    private static final int MAX_END_BYTES = 8;

    private static final int MORE_RESULTS = 0x0008;
    private static final int STATE_CHANGED = 0x4000;
    private static final byte[] NO_BYTES = {};

    private final byte[] scratch;
    private final StateListener listener;

    private Section section = Section.FIRST;
    private int headerBytes;
    private int length;
    private int bytesLeft;

    /** True if the next packet continues a packet of maximum size. */
    private boolean continuesPacket;

    private boolean isPacketNeeded;
    private byte[] collectedPacket = NO_BYTES;
    private int collectedBytes;
    private long remainingColumns;

    private long changedRows;
    private boolean hasRow;
    private @Nullable ServerErrorException error;

    /** {@code scratch} has {@link #SCRATCH_BYTES} bytes. */
    public Response(byte[] scratch, StateListener listener) {
        this.scratch = scratch;
        this.listener = listener;
    }

    /** Refers to the last complete response; 0 for a result set or an error. */
    public long changedRows() {
        return changedRows;
    }

    public boolean hasRow() {
        return hasRow;
    }

    /** Refers to the last complete response; {@code null} if the statement succeeded. */
    public @Nullable ServerErrorException error() {
        return error;
    }

    /**
     * Consumes all bytes, unless the response is complete.
     *
     * @return true if the response is complete
     * @throws MySqlProtocolException if the bytes are no response
     */
    public boolean read(ByteBuffer in) throws MySqlProtocolException {
        while (in.hasRemaining()) {
            if (headerBytes < HEADER_BYTES && !readHeader(in)) {
                return false;
            }
            if (bytesLeft > 0 && in.hasRemaining()) {
                readBody(in);
            }
            if (bytesLeft == 0 && headerBytes == HEADER_BYTES) {
                headerBytes = 0;
                boolean isContinued = continuesPacket;
                continuesPacket = length == MAX_PACKET_BYTES;
                if (!isContinued && endPacket()) {
                    section = Section.FIRST;
                    return true;
                }
            }
        }
        return false;
    }

    private boolean readHeader(ByteBuffer in) {
        while (headerBytes < HEADER_BYTES && in.hasRemaining()) {
            int value = in.get() & 0xFF;
            if (headerBytes == 0) {
                length = value;
            } else if (headerBytes < 3) {
                length |= value << 8 * headerBytes;
            }
            headerBytes++;
        }
        if (headerBytes < HEADER_BYTES) {
            return false;
        }
        bytesLeft = length;
        collectedBytes = 0;
        isPacketNeeded = false;
        return true;
    }

    private void readBody(ByteBuffer in) throws MySqlProtocolException {
        if (bytesLeft == length) {
            isPacketNeeded = !continuesPacket && isNeeded(in.get(in.position()) & 0xFF);
        }
        int count = Math.min(bytesLeft, in.remaining());
        if (!isPacketNeeded) {
            in.position(in.position() + count);
        } else if (count == length) {
            in.get(scratch, 0, count);
        } else {
            if (collectedPacket.length < length) {
                collectedPacket = new byte[length];
            }
            in.get(collectedPacket, collectedBytes, count);
            collectedBytes += count;
            if (count == bytesLeft) {
                System.arraycopy(collectedPacket, 0, scratch, 0, length);
            }
        }
        bytesLeft -= count;
    }

    private boolean isNeeded(int firstByte) throws MySqlProtocolException {
        boolean isNeeded = section == Section.FIRST
                || firstByte == ERROR
                || section != Section.COLUMNS && firstByte == END && length <= MAX_END_BYTES;
        if (isNeeded && length > SCRATCH_BYTES) {
            throw new MySqlProtocolException("a packet of " + length + " bytes in place of OK, an error or an end");
        }
        return isNeeded;
    }

    /** Returns true if the response is complete. */
    private boolean endPacket() throws MySqlProtocolException {
        if (length == 0) {
            throw new MySqlProtocolException("an empty packet in a response");
        }
        if (section == Section.FIRST) {
            changedRows = 0;
            hasRow = false;
            error = null;
        }
        int firstByte = isPacketNeeded ? scratch[0] & 0xFF : OK;
        if (isPacketNeeded && firstByte == ERROR) {
            error = ServerErrorException.ofPacket(Arrays.copyOf(scratch, length));
            return true;
        }
        switch (section) {
            case FIRST -> {
                return begin(firstByte);
            }
            case COLUMNS -> section = --remainingColumns == 0 ? Section.END_OF_COLUMNS : Section.COLUMNS;
            case END_OF_COLUMNS -> {
                if (!isPacketNeeded) {
                    throw new MySqlProtocolException("a result set with more columns than it announces");
                }
                section = Section.ROWS;
            }
            case ROWS -> {
                if (isPacketNeeded) {
                    return !hasMore(status(3));
                }
                hasRow = true;
            }
        }
        return false;
    }

    private boolean begin(int firstByte) throws MySqlProtocolException {
        if (firstByte == OK) {
            return readOk();
        }
        if (firstByte == LOCAL_INFILE) {
            throw new MySqlProtocolException("a request for a local file");
        }
        remainingColumns = integer(0);
        if (remainingColumns < 1) {
            throw new MySqlProtocolException("a response that begins with " + firstByte);
        }
        section = Section.COLUMNS;
        return false;
    }

    /** Format: {@code 0x00 changed-rows last-id status(2) warnings(2) …}. */
    private boolean readOk() throws MySqlProtocolException {
        changedRows = integer(1);
        int lastId = 1 + integerBytes(1);
        int status = status(lastId + integerBytes(lastId));
        if ((status & STATE_CHANGED) != 0) {
            listener.stateChanged(scratch, length);
        }
        return !hasMore(status);
    }

    /** Prepares for the next result, if any. */
    private boolean hasMore(int status) {
        if ((status & MORE_RESULTS) != 0) {
            section = Section.FIRST;
            return true;
        }
        return false;
    }

    private int status(int index) throws MySqlProtocolException {
        requireBytes(index + 2);
        return scratch[index] & 0xFF | (scratch[index + 1] & 0xFF) << 8;
    }

    private int integerBytes(int index) throws MySqlProtocolException {
        requireBytes(index + 1);
        return switch (scratch[index] & 0xFF) {
            case 0xFC -> 3;
            case 0xFD -> 4;
            case 0xFE -> 9;
            default -> 1;
        };
    }

    private long integer(int index) throws MySqlProtocolException {
        int bytes = integerBytes(index);
        requireBytes(index + bytes);
        if (bytes == 1) {
            return scratch[index] & 0xFF;
        }
        long value = 0;
        for (int i = bytes - 1; i > 0; i--) {
            value = value << 8 | scratch[index + i] & 0xFF;
        }
        return value;
    }

    private void requireBytes(int count) throws MySqlProtocolException {
        if (count > length) {
            throw new MySqlProtocolException("a packet of " + length + " bytes that ends too early");
        }
    }
}
