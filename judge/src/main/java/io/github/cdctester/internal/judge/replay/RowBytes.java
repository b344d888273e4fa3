// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A growing, reusable byte buffer. */
final class RowBytes {

    private byte[] bytes = new byte[256];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    void add(int value) {
        ensureCapacity(1);
        bytes[length++] = (byte) value;
    }

    void set(int offset, int value) {
        bytes[offset] = (byte) value;
    }

    int get(int offset) {
        return bytes[offset] & 0xFF;
    }

    void add(byte[] from, int offset, int count) {
        ensureCapacity(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    void add(ByteBuffer from, int offset, int count) {
        ensureCapacity(count);
        from.get(offset, bytes, length, count);
        length += count;
    }

    void addLittleEndian(long number, int count) {
        for (int i = 0; i < count; i++) {
            add((int) (number >>> 8 * i));
        }
    }

    void addBigEndian(long number, int count) {
        for (int i = count - 1; i >= 0; i--) {
            add((int) (number >>> 8 * i));
        }
    }

    private void ensureCapacity(int additional) {
        if (length + additional > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + additional));
        }
    }
}
