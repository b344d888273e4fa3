// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.text.StatementText;
import io.github.cdctester.workload.StatementWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Encodes templates as {@code COM_QUERY} or {@code COM_STMT_EXECUTE}. One per event loop. Allocates only to grow. */
final class StatementEncoder implements StatementWriter {

    private static final int HEADER_BYTES = 4;
    private static final int MAX_PAYLOAD_BYTES = 0xFF_FFFF - 1;
    private static final byte COM_QUERY = 0x03;
    private static final byte COM_STMT_EXECUTE = 0x17;
    private static final byte LONGLONG = 0x08;
    private static final byte VAR_STRING = (byte) 0xFD;
    private static final byte NO_CURSOR = 0;
    private static final int BUFFER_BYTES = 1 << 12;

    private final byte[][][] pieces;
    private final StatementText text = new StatementText(BUFFER_BYTES);
    private ByteBuffer textView;
    private ByteBuffer binary = newBuffer(BUFFER_BYTES);
    private PreparedStatements preparedStatements;
    private boolean isBinary;
    private int parameterIndex;

    /** Index of the first parameter's type in the packet; 0 if the packet contains no types. */
    private int typesIndex;

    private byte @Nullable [] sql;
    private int sqlFrom;
    private int sqlLength;

    /** {@code pieces} contains the text of each template, split at the parameters. */
    StatementEncoder(byte[][][] pieces) {
        this.pieces = pieces;
        textView = ByteBuffer.wrap(text.bytes());
        preparedStatements = new PreparedStatements(pieces.length);
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    StatementEncoder using(PreparedStatements statements) {
        preparedStatements = statements;
        return this;
    }

    @Override
    public void template(int index) {
        sql = null;
        isBinary = preparedStatements.isPrepared(index);
        if (isBinary) {
            beginExecute(index, pieces[index].length - 1);
        } else {
            beginText();
            text.template(pieces[index]);
        }
    }

    private void beginText() {
        text.clear();
        text.skip(HEADER_BYTES + 1);
    }

    /** Writes {@code 0x17 id(4) flags(1) iterations(4) null-bitmap new-types(1) [type(2)…]}. */
    private void beginExecute(int index, int parameters) {
        binary.clear().position(HEADER_BYTES);
        binary.put(COM_STMT_EXECUTE)
                .putInt(preparedStatements.id(index))
                .put(NO_CURSOR)
                .putInt(1);
        parameterIndex = 0;
        typesIndex = 0;
        if (parameters == 0) {
            return;
        }
        reserve(parameters * 3 + 8);
        for (int i = 0; i < (parameters + 7) / 8; i++) {
            binary.put((byte) 0);
        }
        boolean sendsTypes = preparedStatements.needsTypes(index);
        binary.put((byte) (sendsTypes ? 1 : 0));
        if (sendsTypes) {
            typesIndex = binary.position();
            binary.position(typesIndex + 2 * parameters);
        }
    }

    private void putType(byte type) {
        if (typesIndex > 0) {
            binary.put(typesIndex + 2 * parameterIndex, type).put(typesIndex + 2 * parameterIndex + 1, (byte) 0);
        }
        parameterIndex++;
    }

    private void reserve(int bytes) {
        if (binary.remaining() < bytes) {
            ByteBuffer larger = newBuffer(Math.max(2 * binary.capacity(), binary.position() + bytes));
            binary = larger.put(binary.flip());
        }
    }

    @Override
    public void number(long value) {
        if (isBinary) {
            reserve(Long.BYTES);
            putType(LONGLONG);
            binary.putLong(value);
        } else {
            text.number(value);
        }
    }

    @Override
    public void text(byte[] ascii, int from, int length) {
        if (!isBinary) {
            text.text(ascii, from, length);
            return;
        }
        reserve(length + 4);
        putType(VAR_STRING);
        if (length < 0xFB) {
            binary.put((byte) length);
        } else if (length <= 0xFFFF) {
            binary.put((byte) 0xFC).putShort((short) length);
        } else {
            binary.put((byte) 0xFD).put((byte) length).putShort((short) (length >> 8));
        }
        binary.put(ascii, from, length);
    }

    @Override
    public void sql(byte[] ascii, int from, int length) {
        isBinary = false;
        if (length <= BUFFER_BYTES) {
            sql = null;
            beginText();
            text.append(ascii, from, length);
        } else {
            sql = ascii;
            sqlFrom = from;
            sqlLength = length;
        }
    }

    void send(LoopConnection connection) throws java.io.IOException {
        if (sql != null) {
            connection.sendLarge(COM_QUERY, sql, sqlFrom, sqlLength);
            sql = null;
        } else {
            connection.send(packet());
        }
    }

    private ByteBuffer packet() {
        if (isBinary) {
            return withHeader(binary.flip());
        }
        if (textView.array() != text.bytes()) {
            textView = ByteBuffer.wrap(text.bytes());
        }
        textView.clear().limit(text.length()).put(HEADER_BYTES, COM_QUERY);
        return withHeader(textView);
    }

    private static ByteBuffer withHeader(ByteBuffer packet) {
        int payload = packet.limit() - HEADER_BYTES;
        if (payload > MAX_PAYLOAD_BYTES) {
            throw new IllegalStateException("a statement of " + payload + " bytes by a template");
        }
        return packet.put(0, (byte) payload)
                .put(1, (byte) (payload >> 8))
                .put(2, (byte) (payload >> 16))
                .put(3, (byte) 0);
    }
}
