// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.random.RandomCharacters;
import java.util.SplittableRandom;

/** Appends random values to the text of statements (TPC-C 4.3.2). */
final class RandomText {

    private static final String STATE_LETTERS = RandomCharacters.LETTERS_AND_DIGITS.substring(0, 26);
    private static final String ORIGINAL = "ORIGINAL";

    private final SplittableRandom random;
    private final RandomCharacters alphanumerics;

    RandomText(SplittableRandom random) {
        this.random = random;
        alphanumerics = new RandomCharacters(RandomCharacters.LETTERS_AND_DIGITS, random);
    }

    int between(int lowest, int highest) {
        return random.nextInt(lowest, highest + 1);
    }

    boolean withProbability(int percent) {
        return random.nextInt(100) < percent;
    }

    /** In quotes. */
    void appendLettersAndDigits(StringBuilder to, int shortest, int longest) {
        to.append('\'');
        alphanumerics.append(to, between(shortest, longest));
        to.append('\'');
    }

    /** In quotes. One value in ten contains the word ORIGINAL (4.3.3.1). */
    void appendData(StringBuilder to, int shortest, int longest) {
        int length = between(shortest, longest);
        to.append('\'');
        if (withProbability(10)) {
            int charactersBefore = random.nextInt(length - ORIGINAL.length() + 1);
            alphanumerics.append(to, charactersBefore);
            to.append(ORIGINAL);
            alphanumerics.append(to, length - ORIGINAL.length() - charactersBefore);
        } else {
            alphanumerics.append(to, length);
        }
        to.append('\'');
    }

    /** In quotes. */
    void appendDigits(StringBuilder to, int length) {
        to.append('\'');
        for (int i = 0; i < length; i++) {
            to.append((char) ('0' + random.nextInt(10)));
        }
        to.append('\'');
    }

    /** {@code digits} is the number of digits after the decimal point. The range is in units of the last digit. */
    void appendDecimal(StringBuilder to, int lowest, int highest, int digits) {
        int value = between(lowest, highest);
        int scale = (int) Math.pow(10, digits);
        to.append(value / scale).append('.');
        String fraction = Integer.toString(value % scale + scale);
        to.append(fraction, 1, fraction.length());
    }

    /** Two streets, a city, a state and a zip code (4.3.2.7), separated by commas. */
    void appendAddress(StringBuilder to) {
        appendLettersAndDigits(to, 10, 20);
        to.append(',');
        appendLettersAndDigits(to, 10, 20);
        to.append(',');
        appendLettersAndDigits(to, 10, 20);
        to.append(",'");
        to.append(stateLetter()).append(stateLetter());
        to.append("','");
        for (int i = 0; i < 4; i++) {
            to.append((char) ('0' + random.nextInt(10)));
        }
        to.append("11111'");
    }

    private char stateLetter() {
        return STATE_LETTERS.charAt(random.nextInt(STATE_LETTERS.length()));
    }

    /** Returns the numbers from 1 to {@code count} in random order. */
    int[] permutation(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            int otherIndex = random.nextInt(i + 1);
            numbers[i] = numbers[otherIndex];
            numbers[otherIndex] = i + 1;
        }
        return numbers;
    }
}
