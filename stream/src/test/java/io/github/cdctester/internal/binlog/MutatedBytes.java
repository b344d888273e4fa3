// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;

public final class MutatedBytes {

    private static final int MUTATION_COUNT = 60;

    private MutatedBytes() {}

    /** On failure, the error contains the number of the mutation. */
    public static void forEachMutation(byte[] seed, Consumer<byte[]> target) {
        for (int mutation = 0; mutation < MUTATION_COUNT; mutation++) {
            byte[] input = mutate(seed, mutation);
            try {
                target.accept(input);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("mutation " + mutation, e);
            }
        }
    }

    public static byte[] mutate(byte[] bytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] mutatedBytes = bytes.clone();
        for (int changes = 1 + random.nextInt(8); changes > 0; changes--) {
            int index = random.nextInt(mutatedBytes.length);
            switch (random.nextInt(4)) {
                case 0 -> mutatedBytes[index] = (byte) random.nextInt(256);
                case 1 -> mutatedBytes[index] ^= (byte) (1 << random.nextInt(8));
                case 2 -> mutatedBytes[index] = (byte) -random.nextInt(3);
                default -> mutatedBytes = withoutBytes(mutatedBytes, index, random.nextInt(1, 40));
            }
        }
        return mutatedBytes;
    }

    private static byte[] withoutBytes(byte[] bytes, int offset, int count) {
        if (bytes.length < 2 * count) {
            return bytes;
        }
        byte[] shortened = Arrays.copyOf(bytes, bytes.length - Math.min(count, bytes.length - offset));
        System.arraycopy(bytes, offset + bytes.length - shortened.length, shortened, offset, shortened.length - offset);
        return shortened;
    }
}
