// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.nio.charset.StandardCharsets;

/**
 * Extracts GTIDs from OK packets with session state changes (MySQL's protocol documentation, "OK_Packet"). Allocates
 * nothing. Confined to one thread.
 */
public final class AcknowledgedGtids {

    private static final int STATE_CHANGED = 0x4000;
    private static final int TRACK_VARIABLES = 0;
    private static final int TRACK_GTIDS = 3;
    private static final byte[] LAST_GTID = "last_gtid".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NO_PACKET = {};

    private final GtidText gtids;
    private byte[] packet = NO_PACKET;
    private int index;
    private int end;

    public AcknowledgedGtids(CommitSink sink) {
        gtids = new GtidText(sink);
    }

    /** The packet contains 0x00 or 0xFE, affected rows, last insert id, status, warnings, info, and state changes. */
    public void parse(byte[] okPacket, int length) {
        packet = okPacket;
        index = 1;
        end = length;
        readInteger();
        readInteger();
        if (end - index < 4 || ((packet[index] & 0xFF | packet[index + 1] << 8) & STATE_CHANGED) == 0) {
            return;
        }
        index += 4;
        skipBytes(readInteger());
        long changesBytes = readInteger();
        if (changesBytes != end - index) {
            return; // not an OK packet, although it begins like one
        }
        while (index < end) {
            int type = packet[index++];
            long bytes = readInteger();
            if (bytes < 0 || bytes > end - index) {
                return;
            }
            int changeEnd = index + (int) bytes;
            if (type == TRACK_GTIDS) {
                index++; // skips the encoding, which has only one value
                int textBytes = (int) Math.max(0, Math.min(readInteger(), changeEnd - index));
                gtids.reportMySqlGtids(packet, index, index + textBytes);
            } else if (type == TRACK_VARIABLES) {
                readVariable(changeEnd);
            }
            index = changeEnd;
        }
    }

    private void readVariable(int changeEnd) {
        int nameBytes = (int) Math.max(0, Math.min(readInteger(), changeEnd - index));
        int nameAt = index;
        index += nameBytes;
        int valueBytes = (int) Math.max(0, Math.min(readInteger(), changeEnd - index));
        if (isLastGtid(nameAt, nameBytes)) {
            gtids.reportMariaDbGtid(packet, index, index + valueBytes);
        }
    }

    private boolean isLastGtid(int from, int length) {
        return java.util.Arrays.equals(packet, from, from + length, LAST_GTID, 0, LAST_GTID.length);
    }

    private void skipBytes(long bytes) {
        index = bytes < 0 || bytes > end - index ? end : index + (int) bytes;
    }

    /** Reads a length-encoded integer. Returns -1 if the packet is too short, or for the invalid first bytes 0xFB and 0xFF. */
    private long readInteger() {
        if (index >= end) {
            return -1;
        }
        int firstByte = packet[index++] & 0xFF;
        int bytes = firstByte < 0xFB ? 0 : firstByte == 0xFC ? 2 : firstByte == 0xFD ? 3 : firstByte == 0xFE ? 8 : -1;
        if (bytes <= 0) {
            return bytes == 0 ? firstByte : -1;
        }
        if (bytes > end - index) {
            index = end;
            return -1;
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (packet[index++] & 0xFFL) << 8 * i;
        }
        return value;
    }
}
