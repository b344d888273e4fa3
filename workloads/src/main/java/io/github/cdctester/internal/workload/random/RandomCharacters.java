// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import java.util.SplittableRandom;

/** Random characters of an alphabet. Confined to one thread. */
public final class RandomCharacters {

    public static final String LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private static final int BITS_PER_CHARACTER = 10;
    private static final int CHARACTERS_PER_DRAW = 6;

    private final char[] alphabet;
    private final SplittableRandom random;

    /** Allows 1 to 1024 characters, whose probabilities differ by at most 1/1024. */
    public RandomCharacters(String alphabet, SplittableRandom random) {
        this.alphabet = alphabet.toCharArray();
        this.random = random;
    }

    public void append(StringBuilder target, int length) {
        long bits = 0;
        for (int i = 0; i < length; i++) {
            if (i % CHARACTERS_PER_DRAW == 0) {
                bits = random.nextLong();
            }
            int tenBits = (int) (bits & ((1 << BITS_PER_CHARACTER) - 1));
            target.append(alphabet[tenBits * alphabet.length >> BITS_PER_CHARACTER]);
            bits >>>= BITS_PER_CHARACTER;
        }
    }
}
