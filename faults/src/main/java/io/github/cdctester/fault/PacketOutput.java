// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.io.OutputStream;

/** Writes events in packets with consecutive numbers, so that the packet numbers do not reveal a change. */
final class PacketOutput implements StreamOut {

    static final int FULL_PACKET = StreamOut.FULL_PACKET_BYTES;

    private final OutputStream out;
    private final byte[] head = new byte[4];
    private int sequence = 1; // the command has number 0

    PacketOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void transaction(StreamTransaction transaction) throws IOException {
        for (StreamEvent event : transaction.events()) {
            event(event);
        }
    }

    @Override
    public void event(StreamEvent event) throws IOException {
        byte[] payload = new byte[1 + event.length()];
        System.arraycopy(event.bytes(), 0, payload, 1, event.length());
        int offset = 0;
        int count;
        do {
            count = Math.min(FULL_PACKET, payload.length - offset);
            packet(payload, offset, count);
            offset += count;
        } while (count == FULL_PACKET);
    }

    @Override
    public void packet(byte[] payload) throws IOException {
        packet(payload, 0, payload.length);
    }

    @Override
    public void raw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    private void packet(byte[] payload, int from, int count) throws IOException {
        head[0] = (byte) count;
        head[1] = (byte) (count >> 8);
        head[2] = (byte) (count >> 16);
        head[3] = (byte) sequence++;
        out.write(head);
        out.write(payload, from, count);
    }
}
