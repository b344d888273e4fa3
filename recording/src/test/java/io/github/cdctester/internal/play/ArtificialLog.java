// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32;

/** A MySQL log for a recorder. */
final class ArtificialLog {

    static final UUID SERVER = UUID.fromString("3e11fa47-71ca-11e1-9e33-c80aa9429562");
    static final String FILE = "binlog.000007";

    final Recorder recorder;
    final ByteArrayOutputStream events = new ByteArrayOutputStream();
    long offset = 4;
    int headBytes;
    String file = FILE;

    private boolean hasChecksums;
    private int writtenEventCount;
    private int wrongEventIndex = -1;
    private int wrongLength;

    private ArtificialLog(Path directory, boolean hasChecksums) {
        this.hasChecksums = hasChecksums;
        ServerInfo info = new ServerInfo(
                ServerInfo.Flavor.MYSQL,
                "9.7.4",
                SERVER.toString(),
                "7",
                "h",
                "ON",
                "ROW",
                "FULL",
                "CRC32",
                "ON",
                "OFF",
                "16384",
                ServerInfo.Durability.UNKNOWN,
                new ConnectionSecurity(false, "", "", "", false));
        recorder = new Recorder(
                directory,
                Endpoint.of("127.0.0.1", 1, "", "root", Password.NONE),
                info,
                Map.of(
                        "version", "9.7.4",
                        "server_id", "7",
                        "server_uuid", SERVER.toString(),
                        "gtid_mode", "ON",
                        "binlog_checksum", "CRC32",
                        "gtid_executed", "",
                        "version_comment", "made up"));
        recorder.setStartGtids("");
        recorder.readBegin(1_000_000);
    }

    static ArtificialLog in(Path directory) {
        return withWrongLength(directory, -1, 0);
    }

    /**
     * Represents a log before the server's variable was changed.
     *
     * @param isWholeFile false if the reader starts in the middle of the file
     */
    static ArtificialLog withoutChecksums(Path directory, boolean isWholeFile) {
        ArtificialLog log = new ArtificialLog(directory, false);
        if (isWholeFile) {
            log.addFormatDescription();
        } else {
            log.offset = 500;
            log.recorder.formatDescription(log.eventBytes(15, log.formatDescription()));
        }
        return log;
    }

    /** The index counts from 0. */
    static ArtificialLog withWrongLength(Path directory, int eventIndex, int length) {
        ArtificialLog log = new ArtificialLog(directory, true);
        log.wrongEventIndex = eventIndex;
        log.wrongLength = length;
        log.addFormatDescription();
        log.headBytes = log.events.size();
        return log;
    }

    void addFormatDescription() {
        event(15, formatDescription(), true);
    }

    private byte[] formatDescription() {
        byte[] body = new byte[2 + 50 + 4 + 1 + 42 + 1];
        body[0] = 4;
        body[body.length - 1] = (byte) (hasChecksums ? 1 : 0);
        return body;
    }

    /** All transactions arrive at the same time. */
    ArtificialLog transactions(int first, int last, long micros, int rowBytes) {
        recorder.readBegin(micros);
        for (int number = first; number <= last; number++) {
            ByteBuffer gtid = ByteBuffer.allocate(42);
            gtid.put((byte) 1).putLong(SERVER.getMostSignificantBits()).putLong(SERVER.getLeastSignificantBits());
            gtid.order(ByteOrder.LITTLE_ENDIAN).putLong(number);
            event(33, gtid.array(), false);
            event(30, new byte[rowBytes], false);
            event(16, new byte[8], true);
        }
        return this;
    }

    ArtificialLog rotate() {
        return rotate(hasChecksums);
    }

    /** A server also rotates if its checksums are changed. */
    ArtificialLog rotate(boolean nextHasChecksums) {
        String next = file.substring(0, file.length() - 1) + (file.charAt(file.length() - 1) - '0' + 1);
        byte[] name = next.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        event(
                4,
                ByteBuffer.allocate(8 + name.length)
                        .put(new byte[] {4, 0, 0, 0, 0, 0, 0, 0})
                        .put(name)
                        .array(),
                true);
        file = next;
        offset = 4;
        hasChecksums = nextHasChecksums;
        addFormatDescription();
        return this;
    }

    Recording end(Path directory) {
        recorder.close();
        return new Recording(directory);
    }

    /** Passes the first 4096 bytes, then pieces of 50,001 bytes, like a reader. */
    void event(int type, byte[] body, boolean isBetweenTransactions) {
        byte[] event = eventBytes(type, body);
        ByteBuffer buffer = ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
        int prefixBytes = Math.min(event.length, 4096);
        recorder.begin(file, offset, buffer, 0, prefixBytes);
        for (int pieceOffset = prefixBytes; pieceOffset < event.length; pieceOffset += 50_001) {
            recorder.append(buffer, pieceOffset, Math.min(50_001, event.length - pieceOffset));
        }
        recorder.end(isBetweenTransactions);
        offset += event.length;
        events.writeBytes(event);
    }

    private byte[] eventBytes(int type, byte[] body) {
        int checksumBytes = hasChecksums || type == 15 ? 4 : 0; // a format description always has a checksum
        int length = 19 + body.length + checksumBytes;
        ByteBuffer event = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        event.putInt(1_700_000_000).put((byte) type).putInt(7).putInt(length).putInt((int) (offset + length));
        event.putShort((short) 0).put(body);
        if (writtenEventCount++ == wrongEventIndex) {
            event.putInt(9, wrongLength);
        }
        if (checksumBytes > 0) {
            CRC32 crc = new CRC32();
            crc.update(event.array(), 0, length - checksumBytes);
            event.putInt((int) crc.getValue());
        }
        return event.array();
    }
}
