// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.util.SplittableRandom;

/** Random values as text, appended where they are needed (4.3.2). */
final class RandomText {

    private static final char[] CHARACTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".toCharArray();
    private static final String ORIGINAL = "ORIGINAL";
    private static final int BITS_A_CHARACTER = 10;
    private static final int CHARACTERS_A_DRAW = 6;

    private final SplittableRandom random;

    RandomText(SplittableRandom random) {
        this.random = random;
    }

    int between(int lowest, int highest) {
        return random.nextInt(lowest, highest + 1);
    }

    boolean inPercent(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Letters and digits, in quotes. */
    void letters(StringBuilder to, int shortest, int longest) {
        to.append('\'');
        plainLetters(to, between(shortest, longest));
        to.append('\'');
    }

    /** Letters and digits, in quotes; one in ten has the word ORIGINAL somewhere (4.3.3.1). */
    void data(StringBuilder to, int shortest, int longest) {
        int length = between(shortest, longest);
        to.append('\'');
        if (inPercent(10)) {
            int before = random.nextInt(length - ORIGINAL.length() + 1);
            plainLetters(to, before);
            to.append(ORIGINAL);
            plainLetters(to, length - ORIGINAL.length() - before);
        } else {
            plainLetters(to, length);
        }
        to.append('\'');
    }

    /** Digits, in quotes. */
    void digits(StringBuilder to, int length) {
        to.append('\'');
        for (int i = 0; i < length; i++) {
            to.append((char) ('0' + random.nextInt(10)));
        }
        to.append('\'');
    }

    /** A number with so many digits behind the point, from a range in units of the last of them. */
    void decimal(StringBuilder to, int lowest, int highest, int digits) {
        int value = between(lowest, highest);
        int unit = (int) Math.pow(10, digits);
        to.append(value / unit).append('.');
        String fraction = Integer.toString(value % unit + unit);
        to.append(fraction, 1, fraction.length());
    }

    /** Two streets, a city, a state and a zip code (4.3.2.7), with commas between. */
    void address(StringBuilder to) {
        letters(to, 10, 20);
        to.append(',');
        letters(to, 10, 20);
        to.append(',');
        letters(to, 10, 20);
        to.append(",'");
        to.append(CHARACTERS[random.nextInt(26)]).append(CHARACTERS[random.nextInt(26)]);
        to.append("','");
        for (int i = 0; i < 4; i++) {
            to.append((char) ('0' + random.nextInt(10)));
        }
        to.append("11111'");
    }

    /** The numbers from 1, in random order. */
    int[] permutation(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = i + 1;
        }
        return numbers;
    }

    private void plainLetters(StringBuilder to, int length) {
        long bits = 0;
        for (int i = 0; i < length; i++) {
            if (i % CHARACTERS_A_DRAW == 0) {
                bits = random.nextLong();
            }
            int part = (int) (bits & ((1 << BITS_A_CHARACTER) - 1));
            to.append(CHARACTERS[part * CHARACTERS.length >> BITS_A_CHARACTER]);
            bits >>>= BITS_A_CHARACTER;
        }
    }
}
