// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

/** The thousand last names: a syllable for each digit of a number (4.3.2.3). */
final class LastNames {

    static final int COUNT = 1_000;

    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };
    private static final String[] NAMES = names();

    private LastNames() {}

    /** The name of a number from 0 to 999. */
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
