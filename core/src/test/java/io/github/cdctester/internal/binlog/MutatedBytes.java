// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Bytes with a few of them changed or left out. */
final class MutatedBytes {

    private MutatedBytes() {}

    static byte[] of(byte[] bytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] mutated = bytes.clone();
        for (int changes = 1 + random.nextInt(8); changes > 0; changes--) {
            int at = random.nextInt(mutated.length);
            switch (random.nextInt(4)) {
                case 0 -> mutated[at] = (byte) random.nextInt(256);
                case 1 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> mutated[at] = (byte) -random.nextInt(3);
                default -> mutated = without(mutated, at, random.nextInt(1, 40));
            }
        }
        return mutated;
    }

    private static byte[] without(byte[] bytes, int at, int count) {
        if (bytes.length < 2 * count) {
            return bytes;
        }
        byte[] rest = Arrays.copyOf(bytes, bytes.length - Math.min(count, bytes.length - at));
        System.arraycopy(bytes, at + bytes.length - rest.length, rest, at, rest.length - at);
        return rest;
    }
}
