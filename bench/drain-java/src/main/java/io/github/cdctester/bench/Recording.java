// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * A log that repeats a {@link Recorder}'s file. Transaction numbers continue, like a server's. Checksums are not
 * updated, so readers must not verify them.
 *
 * @param bytes the packets of a file
 * @param gtidOffsets offsets of the GTID numbers in the packets; the numbers are consecutive
 * @param end size of each repeated file
 * @param files number of files, which is the number of repetitions
 */
record Recording(ByteBuffer bytes, int[] gtidOffsets, long end, int files) implements Sender.Log {

    private static final int GTID = 33;
    private static final int EVENT = 5;
    private static final int TYPE = EVENT + 4;
    /** After the header: {@code flags(1) source(16) number(8)}. */
    private static final int NUMBER = EVENT + 19 + 17;

    static Recording of(Map<String, String> options) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.allocateDirect(Integer.parseInt(options.get("wire"))).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel file = FileChannel.open(Path.of(options.get("record")))) {
            file.position(Long.parseLong(options.get("skip")));
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                // until the file is complete
            }
        }
        bytes.flip();
        return new Recording(
                bytes,
                gtidOffsets(bytes),
                4 + Long.parseLong(options.get("bytes")),
                Integer.parseInt(options.get("loops")));
    }

    private static int[] gtidOffsets(ByteBuffer bytes) {
        int[] offsets = new int[bytes.limit() / NUMBER];
        int count = 0;
        for (int packet = 0; packet < bytes.limit(); packet += 4 + (bytes.getInt(packet) & 0xFFFFFF)) {
            if (bytes.get(packet + TYPE) == GTID) {
                int offset = packet + NUMBER;
                if (count > 0 && bytes.getLong(offset) != bytes.getLong(offsets[count - 1]) + 1) {
                    throw new IllegalStateException("the recording's transactions are not numbered in their order");
                }
                offsets[count++] = offset;
            }
        }
        return Arrays.copyOf(offsets, count);
    }

    @Override
    public long wireBytes() {
        return bytes.limit();
    }

    @Override
    public Sender.Files forClient() {
        return new Sender.Files() {
            private ByteBuffer clientCopy = bytes;

            @Override
            public void send(int file, SocketChannel client) throws IOException {
                if (file > 1) {
                    renumber(file);
                }
                ByteBuffer all = clientCopy.duplicate();
                while (all.hasRemaining()) {
                    client.write(all);
                }
            }

            private void renumber(int file) {
                if (clientCopy == bytes) {
                    clientCopy = ByteBuffer.allocateDirect(bytes.limit()).order(ByteOrder.LITTLE_ENDIAN);
                    clientCopy.put(bytes.duplicate()).flip();
                }
                long from =
                        gtidOffsets.length == 0 ? 0 : bytes.getLong(gtidOffsets[0]) + (file - 1L) * gtidOffsets.length;
                for (int i = 0; i < gtidOffsets.length; i++) {
                    clientCopy.putLong(gtidOffsets[i], from + i);
                }
            }
        };
    }
}
