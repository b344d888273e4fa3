// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Names as a workload file takes them: letters, digits, '_' and '$'. Or others of about the same length, which chance draws. */
final class ClearNames {

    private static final int MOST = 60;
    private static final int LEAST_DRAWN = 6;

    private final boolean anonymous;
    private final SecureRandom chance = new SecureRandom();
    private final Map<String, String> known = new HashMap<>();
    private final Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    ClearNames(boolean anonymous) {
        this.anonymous = anonymous;
    }

    /** The name of a column or an index; the same for the same. */
    String of(String name) {
        return known.computeIfAbsent(name, this::unlike);
    }

    /** A name that is unlike all before. */
    String unlike(String name) {
        String clear = anonymous ? drawn(name.length()) : name.replaceAll("[^A-Za-z0-9_$]", "_");
        clear = clear.length() > MOST ? clear.substring(0, MOST) : clear;
        clear = clear.isEmpty() || clear.matches("\\d+") ? "n" + clear : clear;
        String free = clear;
        for (int i = 2; !taken.add(free); i++) {
            free = clear + "_" + i;
        }
        return free;
    }

    private String drawn(int length) {
        byte[] bytes = new byte[MOST];
        chance.nextBytes(bytes);
        return "h" + HexFormat.of().formatHex(bytes).substring(0, Math.max(LEAST_DRAWN, Math.min(MOST, length)) - 1);
    }
}
