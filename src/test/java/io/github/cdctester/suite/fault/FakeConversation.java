// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Acts as the server on a client's connection, and may send invalid packets. */
public final class FakeConversation {

    private static final int COM_QUERY = 3;
    private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};
    private static final byte[] END = {(byte) 0xFE, 0, 0, 2, 0};

    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    FakeConversation(Socket client) throws IOException {
        in = new DataInputStream(client.getInputStream());
        out = new BufferedOutputStream(client.getOutputStream());
    }

    /** Accepts any login. */
    public void logIn() throws IOException {
        sendPacket(greeting("9.7.4"));
        read();
        sendOk();
    }

    /** Returns a {@code Protocol::HandshakeV10} packet without TLS. */
    public static byte[] greeting(String version) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(10);
        packet.writeBytes(version.getBytes(StandardCharsets.UTF_8));
        packet.writeBytes(new byte[] {0, 7, 0, 0, 0}); // connection id 7
        packet.writeBytes("12345678".getBytes(StandardCharsets.UTF_8));
        packet.writeBytes(new byte[] {0, 0, (byte) 0x82, 45, 2, 0, 8, 0, 21}); // protocol 4.1, secure, plugins
        packet.writeBytes(new byte[10]);
        packet.writeBytes("123456789012\0mysql_native_password\0".getBytes(StandardCharsets.UTF_8));
        return packet.toByteArray();
    }

    public byte[] read() throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        sequence = in.readUnsignedByte() + 1;
        return in.readNBytes(length);
    }

    /** Returns an empty string if the next command is not a statement. */
    public String statement() throws IOException {
        byte[] command = read();
        return command[0] == COM_QUERY ? new String(command, 1, command.length - 1, StandardCharsets.UTF_8) : "";
    }

    public void sendOk() throws IOException {
        sendPacket(OK);
    }

    public void sendEnd() throws IOException {
        sendPacket(END);
    }

    public void sendError(int code, String text) throws IOException {
        sendPacket(HostileServerFaults.errorPacket(code, text));
    }

    public void sendRow(String... values) throws IOException {
        sendPacket(new byte[] {(byte) values.length});
        for (int i = 0; i < values.length; i++) {
            sendColumn();
        }
        sendEnd();
        sendRow(values.length, values);
        sendEnd();
    }

    public void sendColumn() throws IOException {
        sendPacket("\3def\0\0\0\1c\0\14\55\0\0\0\0\0\375\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1));
    }

    private void sendRow(int count, String... values) throws IOException {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            byte[] value = values[i].getBytes(StandardCharsets.UTF_8);
            row.writeBytes(new byte[] {
                (byte) 0xFD, (byte) value.length, (byte) (value.length >> 8), (byte) (value.length >> 16)
            });
            row.writeBytes(value);
        }
        sendPacket(row.toByteArray());
    }

    public void sendPacket(byte[] payload) throws IOException {
        sendRaw(new byte[] {
            (byte) payload.length, (byte) (payload.length >> 8), (byte) (payload.length >> 16), (byte) sequence++
        });
        sendRaw(payload);
        out.flush();
    }

    public void sendRaw(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    public void awaitClose() throws IOException {
        in.readAllBytes();
    }
}
