// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Two different inputs have the same 64-bit hash with a probability of 2^-64. */
final class RowHash {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private RowHash() {}

    static long of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    static long of(byte[] bytes, int from, int count) {
        long hash = count * 0x9E37_79B9_7F4A_7C15L;
        int offset = from;
        int end = from + count;
        for (; offset + 8 <= end; offset += 8) {
            hash = combine(hash, (long) LONGS.get(bytes, offset));
        }
        long tail = 0;
        for (int i = 0; offset + i < end; i++) {
            tail |= (bytes[offset + i] & 0xFFL) << 8 * i;
        }
        return combine(hash, tail);
    }

    /** The result depends on the order of the values. The last steps are the finalizer of MurmurHash3. */
    static long combine(long hash, long value) {
        long mixedHash = Long.rotateLeft(hash, 23) * 0xC2B2_AE3D_27D4_EB4FL ^ value;
        mixedHash = (mixedHash ^ mixedHash >>> 33) * 0xFF51_AFD7_ED55_8CCDL;
        mixedHash = (mixedHash ^ mixedHash >>> 33) * 0xC4CE_B9FE_1A85_EC53L;
        return mixedHash ^ mixedHash >>> 33;
    }
}
