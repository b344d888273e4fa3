// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import java.util.SplittableRandom;

/** Random characters of an alphabet, six per 64-bit random number. Confined to one thread. */
public final class RandomCharacters {

    public static final String LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private static final int BITS_A_CHARACTER = 10;
    private static final int CHARACTERS_A_DRAW = 6;

    private final char[] alphabet;
    private final SplittableRandom random;

    /** Creates the generator of one worker for 1 to 1024 characters of about equal frequency. */
    public RandomCharacters(String alphabet, SplittableRandom random) {
        this.alphabet = alphabet.toCharArray();
        this.random = random;
    }

    /** Appends a number of characters, 0 or more. */
    public void append(StringBuilder to, int length) {
        long bits = 0;
        for (int i = 0; i < length; i++) {
            if (i % CHARACTERS_A_DRAW == 0) {
                bits = random.nextLong();
            }
            int part = (int) (bits & ((1 << BITS_A_CHARACTER) - 1));
            to.append(alphabet[part * alphabet.length >> BITS_A_CHARACTER]);
            bits >>>= BITS_A_CHARACTER;
        }
    }
}
