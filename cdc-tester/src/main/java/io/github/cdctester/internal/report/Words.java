// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.util.Locale;

/** Constants in the command line's words, such as {@code commit-timestamp}. */
final class Words {

    private Words() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant that a word means; refused with the word in the message where there is none. */
    static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
