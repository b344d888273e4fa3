// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.io.OutputStream;

/** Writes events as packets with consecutive sequence numbers, which do not reveal dropped or added events. */
final class PacketOutput implements StreamOut {

    private final OutputStream out;
    private final byte[] header = new byte[4];
    private int sequence = 1; // the client's command has sequence number 0

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
            count = Math.min(FULL_PACKET_BYTES, payload.length - offset);
            packet(payload, offset, count);
            offset += count;
        } while (count == FULL_PACKET_BYTES);
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
        header[0] = (byte) count;
        header[1] = (byte) (count >> 8);
        header[2] = (byte) (count >> 16);
        header[3] = (byte) sequence++;
        out.write(header);
        out.write(payload, from, count);
    }
}
