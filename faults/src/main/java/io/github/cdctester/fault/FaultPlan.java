// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * A sequence of faults for the binlog dumps through a proxy; see {@link FaultProxy#faults}. Requires connections without TLS or
 * compression. Buffers complete transactions in memory, so it is not suitable for very large transactions.
 */
public final class FaultPlan {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int EVENT_MARK = 0;

    private final List<StreamFault> faults;

    private FaultPlan(List<StreamFault> faults) {
        this.faults = faults;
    }

    /** Creates a plan. The first fault receives the server's events. Faults that change single events must come last. */
    public static FaultPlan of(StreamFault... faults) {
        return new FaultPlan(List.of(faults));
    }

    void relay(InputStream fromServer, OutputStream toClient) throws IOException {
        PacketOutput packets = new PacketOutput(toClient);
        StreamOut out = packets;
        for (int i = faults.size() - 1; i >= 0; i--) {
            faults.get(i).dumpBegins();
            out = new Stage(faults.get(i), out, packets);
        }
        TransactionAssembler assembler = new TransactionAssembler(out);
        DataInputStream in = new DataInputStream(new BufferedInputStream(fromServer, BUFFER_BYTES));
        int checksumBytes = 0;
        try {
            while (true) {
                byte[] payload = readPayload(in);
                if (payload.length == 0 || payload[0] != EVENT_MARK) {
                    packets.packet(payload);
                    continue;
                }
                byte[] bytes = Arrays.copyOfRange(payload, 1, payload.length);
                StreamEvent event = new StreamEvent(bytes, checksumBytes);
                if (event.type() == StreamEvent.FORMAT_DESCRIPTION) {
                    checksumBytes = bytes[bytes.length - 5] == 1 ? 4 : 0;
                    event = new StreamEvent(bytes, checksumBytes);
                }
                assembler.accept(event);
            }
        } catch (EOFException e) {
            return; // the server has ended the dump
        }
    }

    private static byte[] readPayload(DataInputStream in) throws IOException {
        ByteArrayOutputStream joinedBytes = null;
        while (true) {
            int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
            in.readByte();
            byte[] piece = new byte[length];
            in.readFully(piece);
            if (length < StreamOut.FULL_PACKET_BYTES && joinedBytes == null) {
                return piece;
            }
            joinedBytes = joinedBytes == null ? new ByteArrayOutputStream() : joinedBytes;
            joinedBytes.write(piece);
            if (length < StreamOut.FULL_PACKET_BYTES) {
                return joinedBytes.toByteArray();
            }
        }
    }

    private record Stage(StreamFault fault, StreamOut next, StreamOut packets) implements StreamOut {
        @Override
        public void transaction(StreamTransaction transaction) throws IOException {
            fault.transaction(transaction, next);
        }

        @Override
        public void event(StreamEvent event) throws IOException {
            fault.event(event, next);
        }

        @Override
        public void packet(byte[] payload) throws IOException {
            packets.packet(payload);
        }

        @Override
        public void raw(byte[] bytes) throws IOException {
            packets.raw(bytes);
        }
    }
}
