// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Looks at the packets that a driver reads, and takes the GTIDs out of the answers to its statements: OK packets with
 * session state changes (MySQL's protocol documentation, "OK_Packet"). The stream itself is passed on as it is. Nothing is
 * allocated for a packet.
 */
final class OkPackets extends FilterInputStream {

    private static final int PACKET_HEADER_BYTES = 4;

    /** The answer to a statement that was sent in one packet has this sequence number; rows have higher ones. */
    private static final int FIRST_OF_ANSWER = 1;

    private static final byte OK = 0;

    /** Ends the rows of an answer. A row begins with it only if it has more bytes than fit into one packet. */
    private static final byte OK_BEHIND_ROWS = (byte) 0xFE;

    /** An OK packet with a GTID is longer than the answer to COM_STMT_PREPARE, which begins with the same byte. */
    private static final int SHORTEST = 16;

    /** Room for an OK packet with some other changes in it. */
    private static final int LONGEST = 4_096;

    private static final int STATE_CHANGED = 0x4000;
    private static final int TRACK_VARIABLES = 0;
    private static final int TRACK_GTIDS = 3;
    private static final byte[] LAST_GTID = "last_gtid".getBytes(StandardCharsets.US_ASCII);

    private final GtidText gtids;
    private final byte[] packet = new byte[LONGEST];
    private int headerBytes;
    private int header;
    private int sequence;
    private int left;
    private int taken;
    private boolean wanted;
    private boolean unseen;

    // of the packet that is being parsed
    private int at;
    private int end;

    OkPackets(InputStream in, CommitSink sink) {
        super(in);
        gtids = new GtidText(sink);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int bytes = in.read(buffer, offset, length);
        if (bytes > 0) {
            see(buffer, offset, bytes);
        }
        return bytes;
    }

    @Override
    public long skip(long bytes) throws IOException {
        byte[] skipped = new byte[(int) Math.min(bytes, LONGEST)];
        return Math.max(0, read(skipped, 0, skipped.length));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void see(byte[] buffer, int offset, int bytes) {
        int next = offset;
        int limit = offset + bytes;
        while (next < limit) {
            if (headerBytes < PACKET_HEADER_BYTES) {
                header(buffer[next++] & 0xFF);
                continue;
            }
            int count = Math.min(left, limit - next);
            if (unseen) {
                unseen = false;
                wanted &= buffer[next] == OK && sequence == FIRST_OF_ANSWER || buffer[next] == OK_BEHIND_ROWS;
            }
            if (wanted) {
                System.arraycopy(buffer, next, packet, taken, count);
                taken += count;
            }
            next += count;
            left -= count;
            if (left == 0) {
                headerBytes = 0;
                if (wanted) {
                    ok(taken);
                }
            }
        }
    }

    private void header(int value) {
        if (headerBytes < 3) {
            header |= value << 8 * headerBytes;
        } else {
            sequence = value;
            left = header;
            header = 0;
            taken = 0;
            unseen = true;
            wanted = left >= SHORTEST && left <= LONGEST;
        }
        headerBytes++;
        if (headerBytes == PACKET_HEADER_BYTES && left == 0) {
            headerBytes = 0;
        }
    }

    /** 0x00 or 0xFE, affected rows, last insert id, status, warnings, info, state changes. */
    private void ok(int length) {
        at = 1;
        end = length;
        integer();
        integer();
        if (end - at < 4 || ((packet[at] & 0xFF | packet[at + 1] << 8) & STATE_CHANGED) == 0) {
            return;
        }
        at += 4;
        pass(integer());
        long changes = integer();
        if (changes != end - at) {
            return; // bytes that only looked like one
        }
        while (at < end) {
            int type = packet[at++];
            long bytes = integer();
            if (bytes < 0 || bytes > end - at) {
                return;
            }
            int after = at + (int) bytes;
            if (type == TRACK_GTIDS) {
                at++; // the encoding, of which there is one
                int text = (int) Math.max(0, Math.min(integer(), after - at));
                gtids.mySql(packet, at, at + text);
            } else if (type == TRACK_VARIABLES) {
                variable(after);
            }
            at = after;
        }
    }

    private void variable(int after) {
        int name = (int) Math.max(0, Math.min(integer(), after - at));
        int nameAt = at;
        at += name;
        int value = (int) Math.max(0, Math.min(integer(), after - at));
        if (isLastGtid(nameAt, name)) {
            gtids.mariaDb(packet, at, at + value);
        }
    }

    private boolean isLastGtid(int from, int length) {
        return java.util.Arrays.equals(packet, from, from + length, LAST_GTID, 0, LAST_GTID.length);
    }

    private void pass(long bytes) {
        at = bytes < 0 || bytes > end - at ? end : at + (int) bytes;
    }

    /** A length-encoded integer; -1 if the packet is too short for it. */
    private long integer() {
        if (at >= end) {
            return -1;
        }
        int first = packet[at++] & 0xFF;
        int bytes = first < 0xFB ? 0 : first == 0xFC ? 2 : first == 0xFD ? 3 : first == 0xFE ? 8 : -1;
        if (bytes <= 0) {
            return bytes == 0 ? first : -1;
        }
        if (bytes > end - at) {
            at = end;
            return -1;
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (packet[at++] & 0xFFL) << 8 * i;
        }
        return value;
    }
}
