// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * A fake server: accepts any login, answers the queries of readers, and sends a log. The log repeats a recording, each time as
 * another log file with continued GTIDs, or contains one artificial transaction of any size:
 * {@code Sender record=FILE skip=N wire=N bytes=N loops=N}, or {@code Sender transaction=BYTES event=BYTES}. Prints its port.
 */
public final class Sender {

    private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};
    private static final byte[] EOF = {(byte) 0xFE, 0, 0, 2, 0};
    private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("version", "9.7.4-recorded"),
            Map.entry("version_comment", "a recording"),
            Map.entry("server_uuid", UUID),
            Map.entry("server_id", "1"),
            Map.entry("log_bin", "1"),
            Map.entry("binlog_format", "ROW"),
            Map.entry("binlog_row_image", "FULL"),
            Map.entry("binlog_checksum", "CRC32"),
            Map.entry("gtid_mode", "ON"),
            Map.entry("binlog_transaction_compression", "0"),
            Map.entry("net_buffer_length", "16384"));

    /** Contents of the log. */
    interface Log {

        /** Returns the number of files. */
        int files();

        /** Returns the size of each file, which is also the position after its last event. */
        long end();

        /** Returns the bytes of one file, without the preceding ROTATE. */
        long wireBytes();

        /** Returns the files for one client, in order. */
        Files forClient();
    }

    /** The files for one client. */
    interface Files {

        void send(int file, SocketChannel client) throws IOException;
    }

    private final Log log;

    private Sender(Log log) {
        this.log = log;
    }

    public static void main(String... arguments) throws IOException {
        Map<String, String> options = Target.options(arguments);
        Log log = options.containsKey("transaction")
                ? new HugeTransaction(
                        Long.parseLong(options.get("transaction")), Integer.parseInt(options.get("event")))
                : Recording.of(options);
        Sender sender = new Sender(log);
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.printf(
                    "port=%d wire=%d bytes=%d%n",
                    listener.socket().getLocalPort(),
                    log.files() * (log.wireBytes() + rotate(1).length),
                    log.files() * (log.end() - 4));
            while (true) {
                SocketChannel client = listener.accept();
                Thread thread = new Thread(() -> sender.serve(client));
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void serve(SocketChannel client) {
        try (client) {
            client.socket().setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(client.socket().getInputStream());
            write(client, packet(0, greeting()));
            read(in);
            write(client, packet(2, OK));
            while (true) {
                byte[] command = read(in);
                switch (command[0]) {
                    case 1 -> {
                        return;
                    }
                    case 3 ->
                        write(
                                client,
                                answer(new String(command, 1, command.length - 1, StandardCharsets.UTF_8).trim()));
                    case 0x12 -> dump(client, ByteBuffer.wrap(command).order(ByteOrder.LITTLE_ENDIAN));
                    default -> write(client, packet(1, OK));
                }
            }
        } catch (IOException e) {
            return; // the client closed the connection
        }
    }

    private void dump(SocketChannel client, ByteBuffer command) throws IOException {
        long position = command.getInt(1) & 0xFFFF_FFFFL;
        // a dump ends at the last event if the flag is set, or if the replica has no id
        boolean untilEnd = (command.getShort(5) & 1) != 0 || command.getInt(7) == 0;
        byte[] name = new byte[command.capacity() - 11];
        command.get(11, name);
        int first = name.length == 0
                ? 1
                : Integer.parseInt(new String(name, StandardCharsets.US_ASCII).replaceAll("\\D", ""));
        Files files = log.forClient();
        for (int file = first; file <= log.files() && position <= 4; file++) {
            write(client, rotate(file));
            files.send(file, client);
        }
        if (position > 4) {
            write(client, rotate(first));
        }
        if (untilEnd) {
            write(client, packet(9, EOF));
        }
    }

    private byte[] answer(String sql) {
        String text = sql.toLowerCase(Locale.ROOT);
        if (text.startsWith("show binary log status") || text.startsWith("show master status")) {
            return rows(
                    List.of("File", "Position", "Do", "Ignore", "Gtids"),
                    List.of(List.of(file(log.files()), "" + log.end(), "", "", "")));
        }
        if (text.startsWith("show binary logs")) {
            return rows(
                    List.of("File", "Size"),
                    IntStream.rangeClosed(1, log.files())
                            .mapToObj(loop -> List.of(file(loop), "" + log.end()))
                            .toList());
        }
        if (text.startsWith("show binlog events")) {
            return rows(
                    List.of("Log_name", "Pos", "Event_type", "Server_id", "End_log_pos", "Info"),
                    List.of(List.of(file(1), "4", "Format_desc", "1", "127", "")));
        }
        if (text.contains("now(6)")) {
            long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
            return rows(
                    List.of("t"),
                    List.of(List.of(micros / 1_000_000 + "." + String.format("%06d", micros % 1_000_000))));
        }
        if (text.contains("current_user()")) {
            return rows(List.of("u"), List.of(List.of("bench@%")));
        }
        if (text.startsWith("select @@")) {
            String name =
                    text.substring(9).replaceFirst("^(global|session)\\.", "").replaceAll("\\W.*", "");
            String value = VARIABLES.get(name);
            return value == null ? packet(1, unknown(name)) : rows(List.of(name), List.of(List.of(value)));
        }
        if (text.startsWith("show") || text.startsWith("select")) {
            return rows(List.of("Name", "Value"), List.of(List.of("binlog_checksum", "CRC32")));
        }
        return packet(1, OK);
    }

    private static String file(int loop) {
        return String.format("binlog.%06d", loop);
    }

    /** Returns the packet that starts each file of a dump. */
    private static byte[] rotate(int loop) {
        byte[] name = file(loop).getBytes(StandardCharsets.US_ASCII);
        ByteBuffer event = ByteBuffer.allocate(1 + 19 + 8 + name.length + 4).order(ByteOrder.LITTLE_ENDIAN);
        event.put((byte) 0)
                .putInt(0)
                .put((byte) 4)
                .putInt(1)
                .putInt(event.capacity() - 1)
                .putInt(0);
        event.putShort((short) 0x20).putLong(4).put(name);
        CRC32 crc = new CRC32();
        crc.update(event.array(), 1, event.position() - 1);
        event.putInt((int) crc.getValue());
        return packet(1, event.array());
    }

    private static byte[] unknown(String name) {
        byte[] text = ("#HY000Unknown system variable '" + name + "'").getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(3 + text.length)
                .put((byte) 0xFF)
                .put((byte) (1193 & 0xFF))
                .put((byte) (1193 >> 8))
                .put(text)
                .array();
    }

    private static byte[] rows(List<String> columns, List<List<String>> rows) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        int sequence = 1;
        answer.writeBytes(packet(sequence++, new byte[] {(byte) columns.size()}));
        for (String column : columns) {
            ByteArrayOutputStream definition = new ByteArrayOutputStream();
            for (String field : List.of("def", "", "", "", column, column)) {
                text(definition, field);
            }
            definition.writeBytes(new byte[] {12, 33, 0, 0, 1, 0, 0, (byte) 253, 0, 0, 0, 0, 0});
            answer.writeBytes(packet(sequence++, definition.toByteArray()));
        }
        answer.writeBytes(packet(sequence++, EOF));
        for (List<String> row : rows) {
            ByteArrayOutputStream fields = new ByteArrayOutputStream();
            row.forEach(field -> text(fields, field));
            answer.writeBytes(packet(sequence++, fields.toByteArray()));
        }
        answer.writeBytes(packet(sequence, EOF));
        return answer.toByteArray();
    }

    private static void text(ByteArrayOutputStream to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.write(bytes.length);
        to.writeBytes(bytes);
    }

    private static byte[] read(DataInputStream in) throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        in.readByte();
        return in.readNBytes(length);
    }

    private static void write(SocketChannel client, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            client.write(buffer);
        }
    }

    private static byte[] packet(int sequence, byte[] payload) {
        ByteBuffer packet = ByteBuffer.allocate(4 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        return packet.putInt(payload.length | sequence << 24).put(payload).array();
    }

    /** Returns a handshake of protocol 10, without TLS. Any answer to the challenge is accepted. */
    private static byte[] greeting() {
        ByteArrayOutputStream greeting = new ByteArrayOutputStream();
        greeting.write(10);
        greeting.writeBytes("9.7.4-recorded\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes(new byte[] {7, 0, 0, 0});
        greeting.writeBytes("12345678\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes(new byte[] {0, (byte) 0x82, 33, 2, 0, 8, 0, 21});
        greeting.writeBytes(new byte[10]);
        greeting.writeBytes("123456789012\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        return greeting.toByteArray();
    }
}
