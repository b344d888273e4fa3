// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The upper bound: reads the known number of bytes without parsing them. */
record Discard(Target target) implements Side {

    private static final int BUFFER = 1 << 20;

    @Override
    public String read(String argument) throws IOException {
        long start = System.nanoTime();
        long left = target.wireBytes();
        long reads = 0;
        try (Wire wire = Wire.connect(target)) {
            wire.dump(target.file(), 4, true, 9001);
            ByteBuffer buffer = wire.newBuffer(BUFFER);
            while (left > 0) {
                buffer.clear();
                int read = wire.read(buffer);
                if (read < 0) {
                    throw new EOFException(left + " bytes missing");
                }
                left -= read;
                reads++;
            }
        }
        return Sides.line(start, -1) + " wire=" + target.wireBytes() + " reads=" + reads;
    }
}
