// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Non-uniform random numbers: the function NURand of TPC-C 2.1.6. */
record NonUniform(SplittableRandom random, Constants constants) {

    /** The constants A of 2.1.6. Each constant C is at most the corresponding A. */
    static final int LAST_NAME_A = 255;

    static final int CUSTOMER_A = 1_023;
    static final int ITEM_A = 8_191;

    /**
     * The constant C for last names during the load, which the tables do not store. 2.1.6.1 limits its distance from the constant of a
     * run.
     */
    static final int LAST_NAME_C_LOAD = 157;

    /**
     * The constants C, which all workers of a run share.
     *
     * @param lastName 0 to {@value #LAST_NAME_A}
     * @param customer 0 to {@value #CUSTOMER_A}
     * @param item 0 to {@value #ITEM_A}
     */
    record Constants(int lastName, int customer, int item) {

        static Constants forRun(SplittableRandom random) {
            int[] allowedValues = IntStream.rangeClosed(0, LAST_NAME_A)
                    .filter(c -> isAllowedDistance(Math.abs(c - LAST_NAME_C_LOAD)))
                    .toArray();
            return new Constants(
                    allowedValues[random.nextInt(allowedValues.length)],
                    random.nextInt(CUSTOMER_A + 1),
                    random.nextInt(ITEM_A + 1));
        }

        private static boolean isAllowedDistance(int distance) {
            return distance >= 65 && distance <= 119 && distance != 96 && distance != 112;
        }
    }

    /** Returns 0 to 999. */
    int lastName() {
        return draw(random, LAST_NAME_A, constants.lastName(), 0, LastNames.COUNT - 1);
    }

    int customer() {
        return draw(random, CUSTOMER_A, constants.customer(), 1, Scale.CUSTOMERS);
    }

    int item() {
        return draw(random, ITEM_A, constants.item(), 1, Scale.ITEMS);
    }

    static int draw(SplittableRandom random, int a, int c, int lowest, int highest) {
        int combined = random.nextInt(a + 1) | random.nextInt(lowest, highest + 1);
        return (combined + c) % (highest - lowest + 1) + lowest;
    }

    /** One syllable for each digit of a number (4.3.2.3). */
    static final class LastNames {

        static final int COUNT = 1_000;

        private static final String[] SYLLABLES = {
            "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
        };
        private static final String[] NAMES = names();

        private LastNames() {}

        /** The number is 0 to 999. */
        static String of(int number) {
            return NAMES[number];
        }

        private static String[] names() {
            String[] names = new String[COUNT];
            for (int number = 0; number < COUNT; number++) {
                names[number] = SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
            }
            return names;
        }
    }
}
