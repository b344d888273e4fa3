// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the value that a server shows fits the one that it was asked for. */
enum Shown {
    /** It is that, as far as can be told. */
    AS_ASKED,
    /** It is nearly that, such as a size in whole blocks, or that in other words. */
    OTHERWISE,
    /** It is not. */
    NOT;

    private static final String NUMBER = "-?\\d*\\.?\\d+(e[+-]?\\d+)?";
    private static final Map<String, String> BOOLEANS = Map.of("on", "1", "true", "1", "off", "0", "false", "0");

    /** Compares. */
    static Shown of(String asked, @Nullable String shown, @Nullable String before) {
        String wanted = plain(asked);
        String there = plain(String.valueOf(shown));
        boolean isBoolean = BOOLEANS.containsKey(there) && BOOLEANS.containsValue(wanted);
        if (wanted.matches(NUMBER) && !there.matches(NUMBER) && !isBoolean) {
            return AS_ASKED; // the number of a word, in a list that only the server has
        }
        String value = BOOLEANS.getOrDefault(wanted, wanted);
        String valueThere = BOOLEANS.getOrDefault(there, there);
        if (value.matches(NUMBER) && valueThere.matches(NUMBER)) {
            double number = new BigDecimal(value).doubleValue();
            double off = Math.abs(number - new BigDecimal(valueThere).doubleValue());
            return off <= 1e-6 ? AS_ASKED : off <= Math.abs(number) / 100 ? OTHERWISE : NOT;
        }
        boolean isThere = wanted.isEmpty()
                ? there.isEmpty()
                : List.of(there.split(",")).containsAll(List.of(wanted.split(","))); // a set may say more
        return isThere ? AS_ASKED : Objects.equals(shown, before) ? NOT : OTHERWISE;
    }

    private static String plain(String literal) {
        String text = literal.toLowerCase(Locale.ROOT).replace("utf8mb3", "utf8");
        return text.startsWith("'") ? text.substring(1, text.length() - 1).replace("''", "'") : text;
    }
}
