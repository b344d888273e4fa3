// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import io.github.cdctester.fault.FaultProxy;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** Replaces the GTIDs in OK packets, or in MariaDB's {@code last_gtid} (MySQL protocol documentation, "OK_Packet"). */
public final class CommitAnswers implements FaultProxy.Relay {

    private static final int FIRST_SEQUENCE_NUMBER = 1;
    private static final int STATE_CHANGED = 0x4000;
    private static final byte VARIABLE = 0;
    private static final byte GTIDS = 3;

    private final LongFunction<List<String>> gtids;
    private final AtomicLong answers = new AtomicLong();

    private CommitAnswers(LongFunction<List<String>> gtids) {
        this.gtids = gtids;
    }

    /** @param gtids maps the number of an answer, counted from 0, to its GTIDs; each GTID becomes one state change */
    public static CommitAnswers replacingGtids(LongFunction<List<String>> gtids) {
        return new CommitAnswers(gtids);
    }

    public long changedCount() {
        return answers.get();
    }

    @Override
    public void relay(InputStream from, OutputStream to) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(from));
        try {
            while (true) {
                byte[] header = in.readNBytes(4);
                if (header.length < 4) {
                    return;
                }
                byte[] payload = new byte[header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16];
                in.readFully(payload);
                byte[] newPayload = header[3] == FIRST_SEQUENCE_NUMBER ? withReplacedGtids(payload) : payload;
                byte[] packet = new byte[4 + newPayload.length];
                packet[0] = (byte) newPayload.length;
                packet[1] = (byte) (newPayload.length >> 8);
                packet[2] = (byte) (newPayload.length >> 16);
                packet[3] = header[3];
                System.arraycopy(newPayload, 0, packet, 4, newPayload.length);
                to.write(packet, 0, packet.length);
            }
        } catch (EOFException e) {
            return; // the server closed the connection
        }
    }

    /**
     * Layout: 0x00, affected rows, last insert id, status, warnings, info, state changes. The packets are small, so each length is one
     * byte.
     */
    private byte[] withReplacedGtids(byte[] ok) {
        if (ok.length < 12
                || ok[0] != 0
                || ok[1] != 0
                || ok[2] != 0
                || ((ok[3] & 0xFF | ok[4] << 8) & STATE_CHANGED) == 0) {
            return ok;
        }
        int stateOffset = 8 + ok[7];
        if (ok[7] < 0 || stateOffset >= ok.length || (ok[stateOffset] & 0xFF) != ok.length - stateOffset - 1) {
            return ok;
        }
        int offset = stateOffset + 1;
        while (offset + 1 < ok.length && !isGtidChange(ok, offset)) {
            offset += 2 + (ok[offset + 1] & 0xFF);
        }
        return offset + 1 < ok.length ? withGtids(gtids.apply(answers.getAndIncrement()), ok, stateOffset, offset) : ok;
    }

    private static byte[] withGtids(List<String> newGtids, byte[] ok, int stateOffset, int offset) {
        ByteArrayOutputStream changes = new ByteArrayOutputStream();
        for (String gtid : newGtids) {
            byte[] text = gtid.getBytes(StandardCharsets.US_ASCII);
            ByteArrayOutputStream change = new ByteArrayOutputStream();
            if (ok[offset] == GTIDS) {
                change.write(0); // encoding
            } else {
                change.write(ok, offset + 2, 1 + ok[offset + 2]);
            }
            writeLength(change, text.length);
            change.writeBytes(text);
            changes.write(ok[offset]);
            writeLength(changes, change.size());
            changes.writeBytes(change.toByteArray());
        }
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(ok, 0, stateOffset);
        writeLength(packet, changes.size());
        packet.writeBytes(changes.toByteArray());
        return packet.toByteArray();
    }

    private static boolean isGtidChange(byte[] ok, int offset) {
        byte[] name = "last_gtid".getBytes(StandardCharsets.US_ASCII);
        return ok[offset] == GTIDS
                || ok[offset] == VARIABLE
                        && ok.length > offset + 3 + name.length
                        && Arrays.equals(ok, offset + 3, offset + 3 + name.length, name, 0, name.length);
    }

    /** Writes a length-encoded integer. */
    private static void writeLength(ByteArrayOutputStream to, int length) {
        if (length < 251) {
            to.write(length);
        } else {
            to.write(0xFC);
            to.write(length);
            to.write(length >> 8);
        }
    }
}
